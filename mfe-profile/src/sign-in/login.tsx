import type { Credentials } from '@aangan/contracts/accounts'
import { nextAfterSignIn, signInReason } from '@aangan/contracts/sign-in'
import type { Session } from '@aangan/contracts/users'
import { Button } from '@aangan/design/button'
import { focusField } from '@aangan/design/focus-field'
import { PasswordField } from '@aangan/design/password-field'
import { TextField } from '@aangan/design/text-field'
import { useRemote } from '@aangan/remote/context'
import { Link } from '@aangan/remote/link'
import { useEntryState } from '@aangan/remote/use-entry-state'
import { useKeptForm } from '@aangan/remote/use-kept-form'
import { useNavigateFromHere } from '@aangan/remote/use-navigate-from-here'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { useLoginMutation } from '../api.ts'
import { entered } from '../form/entered.ts'
import { Form, Notice } from '../form/form.tsx'
import { FormPage } from '../form/form-page.tsx'
import { type NoticeRoot, type NoticeState, noticeRead } from '../notice-slice.ts'
import { checkCredentials } from './credentials.ts'

const FIELDS = ['username']
const NONE: string[] = []
const NO_COOKIE =
  'Your password is right, but your browser did not keep you signed in. Allow cookies for this site in your browser’s settings, then sign in again.'

export function Login() {
  const { search } = useLocation()
  const state = useEntryState()
  const { session } = useRemote()
  const navigate = useNavigateFromHere()
  const [login, { isLoading, error, reset }] = useLoginMutation()
  const [wrong, setWrong] = useState<ReturnType<typeof checkCredentials>>({})
  const [isIn, setIsIn] = useState(false)
  const [isLost, setIsLost] = useState(false)
  const [notice, dropNotice] = useNotice()
  const [newName] = useState(notice?.username)
  const refused = notice?.isError && notice.message
  const password = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const forget = useKeptForm(form, { name: 'login', fields: newName ? NONE : FIELDS })
  useWayOn(nextAfterSignIn(search))

  useEffect(() => {
    if (newName) password.current?.focus()
  }, [newName])

  async function submit(form: HTMLFormElement) {
    const credentials = entered(form, ['username', 'password'])
    const found = checkCredentials(credentials)
    const [first] = Object.keys(found)
    reset()
    dropNotice()
    setWrong(found)
    setIsLost(false)
    if (first !== undefined) return focusField(form, first)
    const { data } = await login(credentials)
    if (!data) return focusField(form, 'password')
    forget()
    setIsIn(true)
    const { status } = await session.refresh()
    if (status !== 'visitor') return navigate(nextAfterSignIn(search), { replace: true })
    setIsIn(false)
    setIsLost(true)
  }

  const field = (name: keyof Credentials) => ({
    name,
    required: true,
    error: wrong[name],
    onChange: () => setWrong((before) => ({ ...before, [name]: undefined })),
  })

  return (
    <FormPage
      title="Welcome back"
      lead={signInReason(state) ?? (nextAfterSignIn(search) !== '/' && 'Sign in to continue where you left off.')}
      links={
        <>
          <Link to={`/register${search}`} state={state}>
            Don't you have an account?
          </Link>
          <Link to="/forgot">Forgot your password?</Link>
        </>
      }
    >
      <Form ref={form} isPlain onSubmit={submit} error={error?.message ?? (isLost ? NO_COOKIE : refused)}>
        {notice && !notice.isError && <Notice>{notice.message}</Notice>}
        <TextField
          {...field('username')}
          label="Username"
          hint="Or your email address."
          inputMode="email"
          defaultValue={newName}
          autoComplete="username"
          autoCapitalize="none"
        />
        <PasswordField {...field('password')} ref={password} label="Password" autoComplete="current-password" />
        <Button type="submit" busy={isLoading || isIn}>
          Login
        </Button>
      </Form>
    </FormPage>
  )
}

/** Redirects users who are signed in already, or in another tab meanwhile. */
function useWayOn(next: string): void {
  const { session } = useRemote()
  const navigate = useNavigateFromHere()
  useEffect(() => {
    let isOver = false
    const follow = ({ status }: Session) => {
      if (!isOver && status === 'user') navigate(next, { replace: true })
    }
    const first = session.current
    const following = session.changes$.subscribe((now) => {
      // Refresh first: an expired session may have led here, and redirecting would loop.
      if (now !== first) follow(now)
      else if (now.status === 'user') void session.refresh().then(follow)
    })
    return () => {
      isOver = true
      following.unsubscribe()
    }
  }, [next, navigate, session])
}

/** The previous form's message and a function that clears it, also called on unmount. */
function useNotice(): [NoticeState, () => void] {
  const notice = useSelector(({ notice }: NoticeRoot) => notice)
  const dispatch = useDispatch()
  const drop = useCallback(() => {
    dispatch(noticeRead())
  }, [dispatch])
  useEffect(() => drop, [drop])
  return [notice, drop]
}
