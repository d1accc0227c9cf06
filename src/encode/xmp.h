/* xmp.h - the metadata of a picture as an XMP packet (ISO 16684-1). */
#ifndef RL_ENCODE_XMP_H
#define RL_ENCODE_XMP_H

#include "encode/encoder.h"

/* xmp_packet writes the packet of a picture to memory, ended by a NUL; `has_recipe` includes the
 * recipe. After any outcome the caller frees the sink.  With RL_METADATA_NONE the sink is NULL. */
rl_status xmp_packet(rl_sink **packet, const picture_info *info, int has_recipe, rl_error *error);

/* Begin and end of the packet, and its elements, which decode/recipe_xmp.c searches. */
#define XMP_BEGIN "<?xpacket begin="
#define XMP_END "<?xpacket end="
#define XMP_SOFTWARE "xmp:CreatorTool"
#define XMP_TITLE "dc:title"
#define XMP_DESCRIPTION "dc:description"
#define XMP_RECIPE "ridgeline:recipe"
#define XMP_CDATA "<![CDATA["
#define XMP_CDATA_END "]]>"

/* Text before the packet in an APP1 segment of a JPEG, with its NUL. */
#define XMP_JPEG "http://ns.adobe.com/xap/1.0/"

#endif
