# brew install --HEAD build/packaging/ridgeline.rb, after make packaging, in a copy of the repository.
class Ridgeline < Formula
  desc "Layered landscapes from one command"
  homepage "@page@"
  license all_of: ["MIT", "CC0-1.0"]
  head "file://#{File.expand_path("../..", __dir__)}", using: :git, branch: "main"

  depends_on "pkgconf" => :build
  depends_on "jansson"
  depends_on "jpeg-turbo"
  depends_on "jpeg-xl"
  depends_on "libavif"
  depends_on "libdeflate"
  depends_on "libpng"
  depends_on "libtiff"
  depends_on "webp"
  uses_from_macos "zlib"

  def install
    system "make", "PREFIX=#{prefix}", "install"
  end

  test do
    system bin/"ridgeline", "--seed", "7", "-s", "640x360", "-o", "land.png"
    assert_match "seed", shell_output("#{bin}/ridgeline info land.png")
  end
end
