/* xmp.h - what a picture says about itself, as an XMP packet (ISO 16684-1). */
#ifndef RL_ENCODE_XMP_H
#define RL_ENCODE_XMP_H

#include "encode/encoder.h"

/* xmp_packet writes the packet of a picture to memory, ended by a NUL; the caller frees the sink,
 * whatever this returns.  With `has_recipe` it holds the recipe, too.  With RL_METADATA_NONE there
 * is no packet: the sink is NULL. */
rl_status xmp_packet(rl_sink **packet, const picture_info *info, int has_recipe, rl_error *error);

/* What begins the packet, and its elements, as decode/recipe_xmp.c looks for them. */
#define XMP_BEGIN "<?xpacket begin="
#define XMP_END "<?xpacket end="
#define XMP_SOFTWARE "xmp:CreatorTool"
#define XMP_TITLE "dc:title"
#define XMP_DESCRIPTION "dc:description"
#define XMP_RECIPE "ridgeline:recipe"
#define XMP_CDATA "<![CDATA["
#define XMP_CDATA_END "]]>"

/* What comes before the packet in an APP1 segment of a JPEG, with its NUL. */
#define XMP_JPEG "http://ns.adobe.com/xap/1.0/"

#endif
