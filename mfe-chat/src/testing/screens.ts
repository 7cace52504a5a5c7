import type { ChatWithMessages } from '@aangan/contracts/chats'
import type { Answers } from '@aangan/remote/testing/network'
import { type ScreenOptions, screensOf } from '@aangan/remote/testing/screens'
import { shown } from '@aangan/remote/testing/user-actions'
import { page } from 'vitest/browser'
import { connect } from '../connect.ts'
import { routes } from '../routes.tsx'
import { makeStore } from '../store.ts'
import { CHAT, chat, message, SIGNED_IN, thread } from './chats.ts'

export const renderRemote = screensOf({ makeStore, connect, routes })

export const PHONE = { width: 390, height: 844 }
export const SEND = `POST /messages/${CHAT}`
export const READ = `PUT /chats/read/${CHAT}`

export const field = page.getByRole('textbox', { name: 'Message to ravi' })
export const log = page.getByRole('region', { name: 'Messages' })
export const scroller = () => log.element()
export const isAtEnd = () => Math.abs(scroller().scrollTop) < 2
/** Texts in the thread, line by line. */
export const lines = () => [...log.element().querySelectorAll('li > div > p')].map((line) => line.textContent)

/** Answers for Asha's chats with `open` loaded. */
export function chatNetwork(open: ChatWithMessages = thread(), changes: Answers = {}): Answers {
  return { '/chats': [chat()], [`/chats/${CHAT}`]: open, [READ]: chat(), ...changes }
}

export async function openThread(open: ChatWithMessages = thread(), options: ScreenOptions = {}) {
  const network = chatNetwork(open, options.network)
  const screen = await renderRemote(`/chat?with=${CHAT}`, { session: SIGNED_IN, ...options, network })
  await shown(page.getByRole('region', { name: `Chat with ${open.receiver.username}` }))
  return screen
}

/** Answers sent messages like the server, and records their bodies. */
export function takeMessages(rev: number) {
  const bodies: { text: string; clientId: string }[] = []
  const answer = async (_url: URL, request: Request) => {
    const body = await request.json()
    bodies.push(body)
    return message({
      ...body,
      userId: SIGNED_IN.user?.id,
      rev: rev + bodies.length,
      createdAt: new Date().toISOString(),
    })
  }
  return { bodies, answer }
}
