// Package profileimage keeps the profile pictures of members. It owns the table
// profile_images; the address of a picture is kept with its account.
//
//	data URL ─▶ form and bytes ─▶ kind, by content ─▶ width and height ─▶ decode ─▶ middle square ─▶ 200×200 ─▶ JPEG of ours
//
// Promises:
//
//   - Nothing of what was sent is kept or served: a picture is painted anew. No position, comment,
//     script or file behind it comes through.
//   - What a picture is decides its content, never the type that it is said to have. JPEG, PNG and
//     GIF are taken, of an animation the first frame.
//   - Before anything is decoded it is known how much memory that takes; what takes more than 24 MB
//     is refused. One picture is decoded at a time.
//   - A member has one picture, of the last upload that was committed. A former one is deleted at
//     once, as is the picture of a member who leaves.
//   - The name in the address is random. Everybody with the name sees the picture, such as the apps
//     that the member lets see the profile.
//
// It does not turn a photo as EXIF says: the page's canvas has done that, and a caller that sends a
// photo as it is does it before.
package profileimage
