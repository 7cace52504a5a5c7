import type { UploadedPicture } from '@aangan/contracts/uploads'
import { type ApiError, formWith, toApiError, unreachable } from '@aangan/remote/api'

export interface PictureUpload {
  file: File
  /** Called with the fraction sent, 0 to 1. */
  onProgress: (share: number) => void
}

type Answer = { data: UploadedPicture } | { error: ApiError }

/** How long nothing may move. Progress is that of the system's buffer, which may empty in bursts. */
const SILENT_MS = 60_000
/** What that buffer may still hold once everything counts as sent, and the slowest rate that the server accepts. */
const BUFFER_BYTES = 4_000_000
const SLOWEST_BYTES_PER_MS = 32

/**
 * Uses XMLHttpRequest because `fetch` does not report upload progress. Aborts an upload that stops, however long it may
 * take otherwise.
 */
export function sendPicture({ file, onProgress }: PictureUpload, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const limit = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), ms)
    }
    const end = (answer: Answer) => {
      clearTimeout(timer)
      resolve(answer)
    }
    request.open('POST', '/media/posts')
    request.upload.onprogress = ({ loaded, total }) => {
      const buffered = loaded < total ? 0 : Math.min(total, BUFFER_BYTES)
      limit(SILENT_MS + buffered / SLOWEST_BYTES_PER_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => end(readAnswer(request))
    request.onerror = () => end({ error: unreachable() })
    request.onabort = request.onerror
    signal.addEventListener('abort', () => request.abort())
    limit(SILENT_MS)
    request.send(formWith(file))
  })
}

function readAnswer({ status, responseText }: XMLHttpRequest): Answer {
  const body = parse(responseText)
  return status < 300 ? { data: body as UploadedPicture } : { error: toApiError(status, body) }
}

function parse(text: string): object {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
