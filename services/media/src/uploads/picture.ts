import { appendFile } from 'node:fs/promises'
import { UPLOAD_WIDTHS, type UploadKind } from '@aangan/contracts/media'
import { AppError } from '@aangan/service-kit/errors'
import sharp, { type Metadata } from 'sharp'

/** Detected by content, never by file name. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif', 'tiff'])
/**
 * Memory limits for small machines. A baseline JPEG is scaled while decoding, so it may be larger; a progressive one is
 * not.
 */
const MAX_PIXELS = 100_000_000
const MAX_PIXELS_AT_ONCE = 50_000_000
/** AVIF takes 18 bytes a pixel to decode, four times as much as others. Phones take pictures of 12 megapixels. */
const MAX_PIXELS_AVIF = 13_000_000
/** Of an unpacked picture: MAX_PIXELS_AT_ONCE with transparency. */
const MAX_BYTES = 200_000_000
/** Of one upload, decoding and all its encodings: shorter than others wait for it (TURNS in routes.ts). */
const LONGEST_S = 6
// An SVG file would be parsed whole before it is refused; our own drawings are loaded from memory.
sharp.block({ operation: ['VipsForeignLoadSvgFile'] })
/** A phone's tall picture (9:16) keeps its full width. WebP's own limit, 16,383, took an encoder 10 s and 16 MB. */
const MAX_SIDE = 3_072
const QUALITY = 80
const JPEG_END = Buffer.from('ffd9', 'hex')
/** sharp's own build has no HEVC decoder, for patent reasons. */
const HEIC = 'This picture is in a format that we cannot read (HEIC). Save it as JPEG first.'
const TOO_DETAILED = 'This picture has too much detail to be opened here. Save it as JPEG, or send a smaller one.'

export interface Made {
  /** Narrowest first. */
  files: { width: number; bytes: Buffer }[]
  width: number
  height: number
}

/**
 * Upright WebP without metadata, which may hold the location. A very tall picture gets narrower. May append to `file`.
 * @param longestS seconds of decoding and encoding together, rounded up for each of these steps
 * @throws UNSUPPORTED_MEDIA_TYPE if it is not a picture, TOO_LARGE for too many pixels or if it takes longer than
 * `longestS`, BAD_REQUEST if damaged
 */
export async function encodeWidths(file: string, kind: UploadKind, longestS = LONGEST_S): Promise<Made> {
  const untilMs = performance.now() + longestS * 1_000
  const { width, height, isJpeg } = await uprightSize(file)
  const fitting = Math.max(1, Math.floor((width * MAX_SIDE) / height))
  const largest = Math.min(width, fitting, UPLOAD_WIDTHS[kind].at(-1) ?? width)
  const heightAt = (each: number) => Math.min(MAX_SIDE, Math.max(1, Math.round((height * each) / width)))
  try {
    // Decode once: the other widths are scaled from the largest.
    const { data, info } = await decode(file, { width: largest, height: heightAt(largest), untilMs }, isJpeg)
    const files: Made['files'] = []
    for (const each of [...UPLOAD_WIDTHS[kind].filter((one) => one < largest), largest]) {
      const smaller = sharp(data, { raw: info }).resize(each, heightAt(each), { fit: 'fill' })
      const webp = smaller.timeout(timeLeft(untilMs)).webp({ quality: QUALITY })
      files.push({ width: each, bytes: await webp.toBuffer() })
    }
    return { files, width: largest, height: heightAt(largest) }
  } catch (cause) {
    if (isTimeout(cause)) throw new AppError('TOO_LARGE', TOO_DETAILED, { cause })
    throw new AppError('BAD_REQUEST', 'This picture is damaged or was cut off. Try another copy of it.', { cause })
  }
}

interface Wanted {
  width: number
  height: number
  untilMs: number
}

/** Appends a missing end marker to a JPEG. Rejects if more than that is missing. */
async function decode(file: string, wanted: Wanted, isJpeg: boolean) {
  if (!isJpeg) return await decodeOnce(file, wanted, 'truncated')
  try {
    // Rows that are missing before an end marker are a warning. A few of the last eight may be: libvips looks before
    // each eight.
    return await decodeOnce(file, wanted, 'warning')
  } catch (error) {
    if (isTimeout(error) || says(error, 'premature end of data segment')) throw error
    if (!says(error, 'premature end of JPEG image')) return await decodeOnce(file, wanted, 'truncated')
    await appendFile(file, JPEG_END)
    return await decodeOnce(file, wanted, 'warning')
  }
}

function decodeOnce(file: string, { width, height, untilMs }: Wanted, failOn: 'truncated' | 'warning') {
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn })
    .timeout(timeLeft(untilMs))
    .rotate()
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** libvips' errors have no code. */
function says(error: unknown, words: string): boolean {
  return error instanceof Error && error.message.includes(words)
}

/** As sharp takes it: whole seconds, of which 0 would be no limit. */
function timeLeft(untilMs: number): { seconds: number } {
  const leftMs = untilMs - performance.now()
  if (leftMs <= 0) throw new Error('timeout: before the next step')
  return { seconds: Math.ceil(leftMs / 1_000) }
}

/** sharp's errors have no code. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout: ')
}

async function uprightSize(file: string): Promise<{ width: number; height: number; isJpeg: boolean }> {
  const found = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw notAPicture(cause)
    })
  if (!FORMATS.has(found.format)) throw notAPicture()
  if (found.compression === 'hevc') throw new AppError('UNSUPPORTED_MEDIA_TYPE', HEIC)
  const { format, width, height, orientation = 1 } = found
  const most = mostPixels(found)
  if (width * height > most)
    throw new AppError('TOO_LARGE', `This picture has more than ${most / 1e6} megapixels. Send a smaller one.`)
  if (format !== 'jpeg' && unpackedBytes(found) > MAX_BYTES) throw new AppError('TOO_LARGE', TOO_DETAILED)
  const isJpeg = format === 'jpeg'
  return orientation >= 5 ? { width: height, height: width, isJpeg } : { width, height, isJpeg }
}

function mostPixels({ format, compression, isProgressive }: Metadata): number {
  if (format === 'jpeg' && !isProgressive) return MAX_PIXELS
  return compression === 'av1' ? MAX_PIXELS_AVIF : MAX_PIXELS_AT_ONCE
}

/** An interlaced picture is whole in memory before it is turned upright and scaled. */
function unpackedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  const bytesPerSample = /char$/.test(depth) ? 1 : /short$/.test(depth) ? 2 : 8
  return width * height * channels * bytesPerSample * (isProgressive ? 2 : 1)
}

function notAPicture(cause?: unknown): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', 'This file is not a picture that we can use. Send JPEG, PNG or WebP.', {
    cause,
  })
}
