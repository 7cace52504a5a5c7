import sharp from 'sharp'

export const BOUNDARY = 'a-boundary'

/** A file upload form, as browsers send it. */
export function formOf(bytes: Buffer, name = 'home.jpg'): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

export function jpeg(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#0f5c4d' } })
    .jpeg()
    .toBuffer()
}
