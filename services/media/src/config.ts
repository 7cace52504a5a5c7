import { type Static, Type } from 'typebox'

export const MediaConfig = Type.Object({
  /** Folder of uploaded pictures. */
  MEDIA_DIR: Type.String({ minLength: 1 }),
  /** Uploads are refused while its disk has less free space, in megabytes. */
  MEDIA_MIN_FREE_MB: Type.Integer({ minimum: 0, default: 500 }),
  // Shown on share pictures.
  SITE_NAME: Type.String({ minLength: 1, default: 'Aangan' }),
  SITE_CURRENCY: Type.Enum(['usd', 'inr'], { default: 'usd' }),
})
export type MediaConfig = Static<typeof MediaConfig>
