import type { UploadedPicture } from '@aangan/contracts/uploads'
import { refusal } from '@aangan/remote/testing/network'
import { onTestFinished } from 'vitest'

/** Routes XMLHttpRequest uploads through `fetch`, so that the test network answers them. */
export function openUploads(): void {
  const real = window.XMLHttpRequest
  window.XMLHttpRequest = TestRequest as unknown as typeof XMLHttpRequest
  onTestFinished(() => {
    window.XMLHttpRequest = real
  })
}

/** The URL of an uploaded file: 'a.jpg' becomes 'aaa…'. */
export function urlOf(file: string): string {
  return `/media/posts/${file[0]?.repeat(24)}/640.webp`
}

/** Accepts pictures, and refuses `.txt` files. */
export async function takePicture(_url: URL, request: Request): Promise<Response> {
  const file = (await request.formData()).get('file') as File
  if (file.name.endsWith('.txt')) return refusal(415, 'UNSUPPORTED_MEDIA_TYPE', NO_PICTURE)
  const url = urlOf(file.name)
  const picture: UploadedPicture = { url, width: 640, height: 480, srcset: `${url} 640w` }
  return Response.json(picture, { status: 201 })
}

export const NO_PICTURE = 'This file is not a picture that we can use. Send JPEG, PNG or WebP.'

export function chooseFiles(...files: (string | File)[]): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('The page has no file input.')
  input.files = filesOf(files).files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Strings become small files with that name. */
export function filesOf(files: (string | File)[]): DataTransfer {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(typeof file === 'string' ? new File([file], file) : file)
  return transfer
}

class TestRequest {
  status = 0
  responseText = ''
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  private readonly controller = new AbortController()
  private target = { method: '', url: '' }

  open(method: string, url: string): void {
    this.target = { method, url }
  }

  abort(): void {
    this.controller.abort()
  }

  async send(body: FormData): Promise<void> {
    const { signal } = this.controller
    this.upload.onprogress?.({ loaded: 1, total: 2 })
    try {
      const response = await fetch(this.target.url, { method: this.target.method, body, signal })
      this.responseText = await response.text()
      this.status = response.status
      this.onload?.()
    } catch {
      if (signal.aborted) this.onabort?.()
      else this.onerror?.()
    }
  }
}
