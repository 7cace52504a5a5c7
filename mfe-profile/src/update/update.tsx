import type { NoticeState } from '@aangan/contracts/notice'
import type { User } from '@aangan/contracts/users'
import { Button } from '@aangan/design/button'
import { focusField } from '@aangan/design/focus-field'
import { FormError } from '@aangan/design/form-error'
import { PasswordField } from '@aangan/design/password-field'
import { TextField } from '@aangan/design/text-field'
import { useRemote, useSession } from '@aangan/remote/context'
import { Link } from '@aangan/remote/link'
import { useIsServed } from '@aangan/remote/use-is-served'
import { type KeptTexts, readKept, useKeptForm } from '@aangan/remote/use-kept-form'
import { useNavigateFromHere } from '@aangan/remote/use-navigate-from-here'
import { useSendOnceUploaded } from '@aangan/remote/use-send-once-uploaded'
import { type ChangeEvent, useReducer, useRef, useState } from 'react'
import { AccountSection } from '../account/account-section.tsx'
import { useUpdateProfileMutation } from '../api.ts'
import { entered } from '../form/entered.ts'
import { fieldInError } from '../form/field-in-error.ts'
import { Form } from '../form/form.tsx'
import { FormPage } from '../form/form-page.tsx'
import { AGENT_FIELDS, type AgentErrors, type AgentTexts, readAgent } from './agent.ts'
import { AgentSection } from './agent-section.tsx'
import { changesOf, needsProof } from './changes.ts'
import { Picture } from './picture.tsx'
import { Restored } from './restored.tsx'
import { whatChanged } from './what-changed.ts'

const ACCOUNT_FIELDS = ['username', 'email', 'password', 'currentPassword'] as const
const KEPT = 'profile'
const KEPT_FIELDS = ['username', 'email', ...AGENT_FIELDS]
const NO_PICTURE = 'Your picture could not be uploaded. Nothing was changed.'

export function Update() {
  const { user } = useSession()
  const [round, startAgain] = useReducer((rounds: number) => rounds + 1, 0)
  return (
    <FormPage title="Update Profile" links={<Link to="/profile">Back to your profile</Link>}>
      {user ? <UpdateForm key={`${user.id} ${round}`} user={user} onDiscard={startAgain} /> : <div aria-busy="true" />}
      {user && <AccountSection user={user} />}
    </FormPage>
  )
}

function UpdateForm({ user, onDiscard }: { user: User; onDiscard: () => void }) {
  const { session } = useRemote()
  const navigate = useNavigateFromHere()
  const [update, { isLoading, error, reset }] = useUpdateProfileMutation()
  // Compare with the initial values: another tab may change the profile meanwhile.
  const [first] = useState(user)
  const wasListed = first.agent !== undefined
  const isServed = useIsServed()
  const [before, setBefore] = useState<KeptTexts>(() => (isServed ? {} : readKept(user.id, KEPT)))
  const [isListed, setIsListed] = useState('isListed' in before ? before.isListed === 'true' : wasListed)
  const [avatar, setAvatar] = useState(first.avatar)
  const [uploads, setUploads] = useState({ isUploading: false, failures: 0 })
  const [wrong, setWrong] = useState<AgentErrors>({})
  const [isProofShown, setIsProofShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { isWaiting, hasFailed, wait, stop } = useSendOnceUploaded(form, uploads)
  const forget = useKeptForm(form, {
    name: KEPT,
    fields: KEPT_FIELDS,
    also: isListed === wasListed ? {} : { isListed: String(isListed) },
    onRestored: (entries, restored) => {
      setBefore(restored)
      if ('isListed' in restored) setIsListed(restored.isListed === 'true')
      setIsProofShown(needsProof(first, entered(entries, ACCOUNT_FIELDS)))
    },
  })
  const isUnproved = fieldInError(error?.message) === 'currentPassword'
  const said = isUnproved ? 'Nothing was changed.' : error?.message
  const problem = error ? `There was an error. ${said}` : hasFailed && NO_PICTURE

  async function submit(form: HTMLFormElement) {
    const { agent, errors = {} } = isListed ? readAgent(entered(form, AGENT_FIELDS)) : { agent: null }
    const [missing] = Object.keys(errors)
    reset()
    setWrong(errors)
    if (agent !== undefined && uploads.isUploading) return wait()
    stop()
    if (agent === undefined) return focusField(form, missing ?? '')
    const account = entered(form, ACCOUNT_FIELDS)
    const changes = changesOf(first, { ...account, avatar, agent })
    const { data, error } = await update({ id: first.id, changes })
    if (!data) return focusField(form, fieldInError(error?.message) ?? '')
    forget()
    await session.refresh()
    const state: NoticeState = { notice: whatChanged(changes, data) }
    navigate('/profile', { state })
  }

  function showProof({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>) {
    if (form) setIsProofShown(needsProof(first, entered(form, ACCOUNT_FIELDS)))
  }

  return (
    <Form ref={form} onSubmit={submit}>
      {Object.keys(before).length > 0 && (
        <Restored
          onDiscard={() => {
            forget()
            onDiscard()
          }}
        />
      )}
      {problem && <FormError>{problem}</FormError>}
      <Picture
        user={{ username: first.username, avatar }}
        isChanged={avatar !== first.avatar}
        isAwaited={isWaiting}
        onChange={setAvatar}
        onUpload={setUploads}
      />
      <TextField
        name="username"
        label="Username"
        defaultValue={first.username}
        autoComplete="username"
        autoCapitalize="none"
        onChange={showProof}
      />
      <TextField
        name="email"
        label="Email"
        type="email"
        hint="We send a link to a new address. Until you open it, we do not use the address."
        defaultValue={first.email}
        autoComplete="email"
        onChange={showProof}
      />
      <PasswordField
        name="password"
        label="Password"
        hint="Leave empty to keep your current password. A new password signs you out on all other devices."
        autoComplete="new-password"
        onChange={showProof}
      />
      {isProofShown && (
        <PasswordField
          name="currentPassword"
          label="Current password"
          hint="To change your username, email or password. You can leave it empty if you signed in less than an hour ago."
          autoComplete="current-password"
          error={isUnproved ? error?.message : undefined}
        />
      )}
      <AgentSection
        agent={first.agent}
        isListed={isListed}
        errors={wrong}
        onList={setIsListed}
        onChange={(name: keyof AgentTexts) => setWrong((before) => ({ ...before, [name]: undefined }))}
      />
      <Button type="submit" busy={isWaiting || isLoading}>
        Update
      </Button>
    </Form>
  )
}
