import { UPLOAD_LIMITS } from '@aangan/contracts/media'
import { LISTING_LIMITS } from '@aangan/contracts/post-constants'
import { readableFile } from '@aangan/product/readable-file'
import type { ApiError } from '@aangan/remote/api'
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { useAppDispatch } from '../shared/use-app-dispatch.ts'
import { uploadPicture } from './api.ts'
import { changePictures, type FormPicture, type KeptPicture, keptPictures, uploadedOf } from './pictures.ts'
import { createQueue } from './queue.ts'

/** More would delay the page's other requests. */
const UPLOADS_AT_ONCE = 3
/** More is not kept. */
const LONGEST_SIDE = 3_072

export type Pictures = ReturnType<typeof usePictures>

/** Each picture is uploaded, retried and refused independently. */
export function usePictures(kept: readonly KeptPicture[]) {
  const dispatch = useAppDispatch()
  const [list, change] = useReducer(changePictures, kept, keptPictures)
  const running = useRunning()

  async function upload(key: string, file: File, preview: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return URL.revokeObjectURL(preview)
    const update = (share: number) =>
      change({ type: 'updated', picture: { key, state: 'sending', name: file.name, preview, share } })
    const readable = await readableFile(file, LONGEST_SIDE)
    if (signal.aborted) return URL.revokeObjectURL(preview)
    const sending = dispatch(uploadPicture.initiate({ file: readable, onProgress: update }, { track: false }))
    signal.addEventListener('abort', () => sending.abort())
    const { data, error } = await sending
    URL.revokeObjectURL(preview)
    change({
      type: 'updated',
      picture: data ? { key, state: 'uploaded', url: data.url } : refused(key, file, error ?? {}),
    })
  }

  function start(file: File, key = `new-${++running.count}`): FormPicture {
    if (file.size > UPLOAD_LIMITS.posts) return refused(key, file, { message: TOO_LARGE })
    const preview = URL.createObjectURL(file)
    const controller = new AbortController()
    running.controllers.set(key, controller)
    // After the picture is added to the list.
    queueMicrotask(() => running.queue(() => upload(key, file, preview, controller.signal)))
    return { key, alt: '', state: 'sending', name: file.name, preview, share: 0 }
  }

  const roomLeft = () => LISTING_LIMITS.images - list.filter(({ state }) => state !== 'refused').length

  function add(files: readonly File[]): void {
    const room = roomLeft()
    const pictures = files.map((file, at) =>
      at < room ? start(file) : refused(`new-${++running.count}`, file, { message: TOO_MANY }),
    )
    change({ type: 'added', pictures })
  }

  function remove(key: string): void {
    running.controllers.get(key)?.abort()
    change({ type: 'removed', key })
  }

  function retry(key: string): void {
    const picture = list.find((each) => each.key === key)
    if (picture?.state !== 'refused' || !picture.file) return
    const again = roomLeft() > 0 ? start(picture.file, key) : { ...picture, reason: TOO_MANY }
    change({ type: 'updated', picture: again })
  }

  return {
    list,
    uploaded: useMemo(() => uploadedOf(list), [list]),
    isSending: list.some(({ state }) => state === 'sending'),
    refused: list.filter(({ state }) => state === 'refused').length,
    add,
    remove,
    retry,
    restart: useCallback((stored: readonly KeptPicture[]) => change({ type: 'restarted', pictures: stored }), []),
    describe: (key: string, alt: string) => change({ type: 'described', key, alt }),
    move: (key: string, step: 1 | -1) => change({ type: 'moved', key, step }),
  }
}

const TOO_LARGE = `This picture is larger than ${UPLOAD_LIMITS.posts / 1e6} MB. Choose a smaller one.`
const TOO_MANY = `A listing can have at most ${LISTING_LIMITS.images} pictures. Remove one first.`
const FAILED = 'This picture could not be uploaded. Try again.'

/** Network errors, timeouts, rate limits and server errors can be retried; other refusals are final. */
function refused(key: string, file: File, { status = 400, message = FAILED }: Partial<ApiError>): FormPicture {
  const isWorthAnother = status === 0 || status === 408 || status === 429 || status >= 500
  return { key, alt: '', state: 'refused', name: file.name, reason: message, file: isWorthAnother ? file : undefined }
}

/** In-flight uploads, aborted when the form unmounts. */
function useRunning() {
  const { current: running } = useRef({
    count: 0,
    controllers: new Map<string, AbortController>(),
    queue: createQueue(UPLOADS_AT_ONCE),
  })
  useEffect(
    () => () => {
      for (const controller of running.controllers.values()) controller.abort()
    },
    [running],
  )
  return running
}
