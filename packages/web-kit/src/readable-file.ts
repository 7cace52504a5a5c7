const QUALITY = 0.9

/**
 * Converts HEIC, which iPhones take and the server cannot read, to JPEG in browsers that can: Safari. All others get the
 * file back, which the server refuses with what to do.
 * @param longest side of the JPEG in pixels, at most
 */
export async function readableFile(file: File, longest: number): Promise<File> {
  if (!/\.hei[cf]$/i.test(file.name) && !/^image\/hei[cf]/.test(file.type)) return file
  try {
    const picture = await createImageBitmap(file)
    const jpeg = await toJpeg(picture, Math.min(1, longest / Math.max(picture.width, picture.height)))
    return jpeg ? new File([jpeg], `${file.name.replace(/\.hei[cf]$/i, '')}.jpg`, { type: jpeg.type }) : file
  } catch {
    // Not readable here.
    return file
  }
}

/** Null if there is no memory for it. */
function toJpeg(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
