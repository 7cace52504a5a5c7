import { StopPage } from './stop-page.tsx'

/** `/mails/stop`: stops emails about unread messages. */
export function StopMessages() {
  const about = () => 'Messages that you have not read for a while. You still find them in your chats.'
  const choice = { to: '/profile?tab=messages', label: 'Go to your profile' }
  return <StopPage kind="/chats/mails" about={about} choice={choice} />
}
