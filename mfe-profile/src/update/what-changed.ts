import type { ProfileUpdate, User } from '@aangan/contracts/users'

/** Says what an update has made of the user: 'Your password is changed. Your other devices are signed out.' */
export function whatChanged(changes: ProfileUpdate, { emailConfirmed }: Pick<User, 'emailConfirmed'>): string {
  const { username, email, password, avatar, removeAvatar, agent } = changes
  const said = [
    username && `Your username is now ${username}.`,
    email && emailConfirmed !== false && `Your email address is ${email}.`,
    email && emailConfirmed === false && `We sent a link to ${email}: open it to confirm the address.`,
    password && 'Your password is changed. Your other devices are signed out.',
    avatar && 'Your picture is changed.',
    removeAvatar && 'Your picture is removed.',
    agent && 'Your agent details are saved.',
    agent === null && 'You are no longer listed as an agent.',
  ]
  return said.filter(Boolean).join(' ') || 'You changed nothing.'
}
