import type { ProfileUpdate, User } from '@aangan/contracts/users'
import { useRemote, useSession } from '@aangan/web-kit/context'
import { focusField } from '@aangan/web-kit/focus-field'
import { Button } from '@aangan/web-kit/ui/button'
import { Link } from '@aangan/web-kit/ui/link'
import { TextField } from '@aangan/web-kit/ui/text-field'
import { useState } from 'react'
import { useUpdateProfileMutation } from '../api.ts'
import { entered } from '../form/entered.ts'
import { fieldMeant } from '../form/field-meant.ts'
import { Form } from '../form/form.tsx'
import { FormPage } from '../form/form-page.tsx'
import { AGENT_FIELDS, type AgentErrors, type AgentTexts, readAgent } from './agent.ts'
import { AgentSection } from './agent-section.tsx'
import { Picture } from './picture.tsx'

/** `/profile/update` */
export function Update() {
  const { user } = useSession()
  return (
    <FormPage title="Update Profile" links={<Link to="/profile">Back to your profile</Link>}>
      {user ? <UpdateForm key={user.id} user={user} /> : <div aria-busy="true" />}
    </FormPage>
  )
}

function UpdateForm({ user }: { user: User }) {
  const { navigate, session } = useRemote()
  const [update, { isLoading, error, reset }] = useUpdateProfileMutation()
  const [isListed, setIsListed] = useState(user.agent !== undefined)
  const [avatar, setAvatar] = useState(user.avatar)
  const [wrong, setWrong] = useState<AgentErrors>({})

  async function submit(form: HTMLFormElement) {
    const { agent, errors = {} } = isListed ? readAgent(entered(form, AGENT_FIELDS)) : { agent: null }
    const [first] = Object.keys(errors)
    reset()
    setWrong(errors)
    if (agent === undefined) return focusField(form, first ?? '')
    const changes: ProfileUpdate = {
      ...entered(form, ['username', 'email', 'password']),
      ...(avatar !== user.avatar && (avatar === null ? { removeAvatar: true } : { avatar })),
      // Nobody is taken off a list that they are not on.
      ...((agent !== null || user.agent !== undefined) && { agent }),
    }
    const { data, error } = await update({ id: user.id, changes })
    if (!data) return focusField(form, fieldMeant(error?.message))
    await session.refresh()
    navigate('/profile')
  }

  return (
    <Form onSubmit={submit} error={error && `There was an error. ${error.message}`}>
      <Picture user={{ username: user.username, avatar }} onChange={setAvatar} />
      <TextField
        name="username"
        label="Username"
        defaultValue={user.username}
        autoComplete="username"
        autoCapitalize="none"
      />
      <TextField name="email" label="Email" type="email" defaultValue={user.email} autoComplete="email" />
      <TextField
        name="password"
        label="Password"
        type="password"
        hint="Leave it empty to keep yours. A new one signs you out everywhere else."
        autoComplete="new-password"
      />
      <AgentSection
        agent={user.agent}
        isListed={isListed}
        errors={wrong}
        onList={setIsListed}
        onChange={(name: keyof AgentTexts) => setWrong((before) => ({ ...before, [name]: undefined }))}
      />
      <Button type="submit" busy={isLoading}>
        Update
      </Button>
    </Form>
  )
}
