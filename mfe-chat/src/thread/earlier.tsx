import { Button } from '@aangan/design/button'
import { usePassedOnFocus } from '@aangan/design/use-passed-on-focus'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { loadEarlier } from '../state/history.ts'
import type { ChatStore } from '../store.ts'
import * as s from './log.module.css'

/** Loads older messages when scrolled near; after a failure only on click. */
export function Earlier({ chatId }: { chatId: string }) {
  const dispatch = useDispatch<ChatStore['dispatch']>()
  const line = useRef<HTMLDivElement>(null)
  const button = usePassedOnFocus<HTMLButtonElement>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')

  const load = useCallback(async () => {
    setState('loading')
    setState((await dispatch(loadEarlier(chatId))) ? 'idle' : 'failed')
  }, [dispatch, chatId])

  useEffect(() => {
    if (state !== 'idle' || !line.current) return
    const watching = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void load()
    })
    watching.observe(line.current)
    return () => watching.disconnect()
  }, [state, load])

  return (
    <div ref={line} className={s.earlier}>
      {state === 'failed' && <p role="alert">Earlier messages could not be loaded.</p>}
      <Button ref={button} variant="quiet" dense busy={state === 'loading'} onClick={() => void load()}>
        {state === 'failed' ? 'Try again' : 'Earlier messages'}
      </Button>
    </div>
  )
}
