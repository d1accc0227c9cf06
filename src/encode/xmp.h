/* xmp.h - the metadata of a picture as an XMP packet (ISO 16684-1). */
#ifndef RL_ENCODE_XMP_H
#define RL_ENCODE_XMP_H

#include "encode/encoder.h"

/* xmp_packet makes the sink *packet, in memory, and writes the packet of a picture to it, ended by
 * a NUL; with `has_recipe` and RL_METADATA_FULL the packet has the recipe.  With RL_METADATA_NONE
 * *packet is NULL.  After any outcome the caller frees it. */
rl_status xmp_packet(rl_sink **packet, const picture_info *info, int has_recipe, rl_error *error);

/* Begin and end of the packet, and its elements; decode/recipe_xmp.c searches for them. */
#define XMP_BEGIN "<?xpacket begin="
#define XMP_END "<?xpacket end="
#define XMP_SOFTWARE "xmp:CreatorTool"
#define XMP_TITLE "dc:title"
#define XMP_DESCRIPTION "dc:description"
#define XMP_RECIPE "ridgeline:recipe"
#define XMP_CDATA "<![CDATA["
#define XMP_CDATA_END "]]>"

/* Text that comes before the packet in an APP1 segment of a JPEG, with its NUL. */
#define XMP_JPEG "http://ns.adobe.com/xap/1.0/"

#endif
