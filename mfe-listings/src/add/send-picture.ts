import type { UploadedPicture } from '@aangan/contracts/uploads'
import type { ApiError } from '@aangan/web-kit/api'

export interface PictureUpload {
  file: File
  /** Called with the share that was sent, 0 to 1. */
  onProgress: (share: number) => void
}

type Answer = { data: UploadedPicture } | { error: ApiError }

const NO_ANSWER = { status: 0, code: 'NETWORK', message: 'The site cannot be reached. Check your connection.' }

/** Sends a picture of a post. By XMLHttpRequest: `fetch` does not tell how much of it was sent. */
export function sendPicture({ file, onProgress }: PictureUpload, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/media/posts')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(readAnswer(request))
    request.onerror = () => resolve({ error: NO_ANSWER })
    request.onabort = request.onerror
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function readAnswer({ status, responseText }: XMLHttpRequest): Answer {
  const body = parse(responseText)
  if (status < 300) return { data: body as UploadedPicture }
  const { code = 'UNKNOWN', message = `The site answered with an error (${status}).` } = body as Partial<ApiError>
  return { error: { status, code, message } }
}

function parse(text: string): object {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
