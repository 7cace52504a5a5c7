import { type Static, Type } from 'typebox'

/** Response of `POST /media/avatars` and `POST /media/posts`. */
export const UploadedPicture = Type.Object({
  /** URL of the largest stored width. */
  url: Type.String(),
  /** Pixels, upright. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** All widths, for the `srcset` attribute. */
  srcset: Type.String(),
})
export type UploadedPicture = Static<typeof UploadedPicture>
