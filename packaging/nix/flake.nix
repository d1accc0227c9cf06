# nix build ./packaging/nix
{
  description = "Layered landscapes from one command";
  inputs.nixpkgs.url = "nixpkgs";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in {
      packages = each (pkgs: {
        default = pkgs.stdenv.mkDerivation {
          pname = "ridgeline";
          version = "@version@";
          src = ../..;
          nativeBuildInputs = [ pkgs.pkg-config ];
          buildInputs = with pkgs; [
            libpng zlib jansson libtiff libjpeg libwebp libavif libjxl libdeflate
          ];
          makeFlags = [ "PREFIX=${placeholder "out"}" ];
          checkTarget = "check-golden";
          doCheck = true;
        };
      });
    };
}
