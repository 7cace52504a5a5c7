import type { UploadedPicture } from '@aangan/contracts/uploads'
import { type ApiError, formWith, toApiError, UNREACHABLE } from '@aangan/web-kit/api'

export interface PictureUpload {
  file: File
  /** Called with the fraction sent, 0 to 1. */
  onProgress: (share: number) => void
}

type Answer = { data: UploadedPicture } | { error: ApiError }

/** Uses XMLHttpRequest because `fetch` does not report upload progress. */
export function sendPicture({ file, onProgress }: PictureUpload, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/media/posts')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(readAnswer(request))
    request.onerror = () => resolve({ error: UNREACHABLE })
    request.onabort = request.onerror
    signal.addEventListener('abort', () => request.abort())
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
