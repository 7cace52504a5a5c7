import { type Static, Type } from 'typebox'

/** The answer of `POST /media/avatars` and `POST /media/posts`. */
export const UploadedPicture = Type.Object({
  /** The largest width that is kept. */
  url: Type.String(),
  /** In pixels, upright. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** All widths, for the attribute of the same name. */
  srcset: Type.String(),
})
export type UploadedPicture = Static<typeof UploadedPicture>
