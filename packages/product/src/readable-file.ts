import { toJpeg } from './to-jpeg.ts'

/**
 * Converts HEIC, which iPhones take and the server cannot read, to JPEG in browsers that can: Safari. All others get the
 * file back, which the server refuses with what to do.
 * @param longest side of the JPEG in pixels, at most
 */
export async function readableFile(file: File, longest: number): Promise<File> {
  if (!/\.hei[cf]$/i.test(file.name) && !/^image\/hei[cf]/.test(file.type)) return file
  try {
    return await toJpeg(file, longest)
  } catch {
    // Not readable here.
    return file
  }
}
