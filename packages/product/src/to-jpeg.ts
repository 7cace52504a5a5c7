const QUALITY = 0.9

/** Rejects if the browser cannot read `file`. `longest`: side of the JPEG in pixels, at most. */
export async function toJpeg(file: File, longest: number): Promise<File> {
  const picture = await createImageBitmap(file)
  const jpeg = await encode(picture, Math.min(1, longest / Math.max(picture.width, picture.height)))
  return new File([jpeg], `${file.name.replace(/\.hei[cf]$/i, '')}.jpg`, { type: jpeg.type })
}

function encode(picture: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) => {
    const end = (jpeg: Blob | null) => (jpeg ? resolve(jpeg) : reject(new Error('The canvas could not be encoded.')))
    canvas.toBlob(end, 'image/jpeg', QUALITY)
  })
}
