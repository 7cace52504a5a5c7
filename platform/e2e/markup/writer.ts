import type { Post, PostWithDetail } from '@aangan/contracts/posts'
import { oneLine, severalLines } from '@aangan/contracts/text/characters'
import type { User } from '@aangan/contracts/users'
import sharp from 'sharp'
import { expect } from 'vitest'

const PASSWORD = 'correct horse'
const PICTURE = `/media/drawings/house/${'0'.repeat(24)}/0.svg`

export type Writer = Awaited<ReturnType<typeof createWriter>>

/** A client that submits the same text to every input. Calls return the status. */
export async function createWriter(url: string) {
  const send = (method: string, path: string, json: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(json),
    })

  async function register(facts: { username?: string; email?: string }): Promise<number> {
    const account = { username: 'writer.name', email: 'name@example.com', password: PASSWORD, ...facts }
    return (await send('POST', '/auth/register', account)).status
  }

  async function signIn(username: string, userAgent = 'Browser'): Promise<{ user: User; token: string }> {
    const answer = await send('POST', '/auth/login', { username, password: PASSWORD }, { 'user-agent': userAgent })
    expect(answer.status).toBe(200)
    const [, token = ''] = answer.headers.get('set-cookie')?.match(/token=([\w-]+)/) ?? []
    return { user: (await answer.json()) as User, token }
  }

  async function enter(username: string): ReturnType<typeof signIn> {
    expect(await register({ username, email: `${username}@example.com` })).toBe(201)
    return await signIn(username)
  }

  const beAgentAs = async ({ user, token }: Awaited<ReturnType<typeof signIn>>, text: string) => {
    const agent = { title: text, experienceYears: 1, location: text, specialization: text, phone: null }
    const answer = await send('PUT', `/users/${user.id}`, { agent }, { cookie: `token=${token}` })
    if (answer.status === 200) expect(((await answer.json()) as User).agent?.title).toBe(oneLine(text))
    return answer.status
  }

  const descriptions: string[] = []
  const self = await enter('writer')
  const cookie = `token=${self.token}`
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

  return {
    token: self.token,
    /** Stored descriptions: sanitized, not escaped. */
    descriptions,
    register,
    beAgent: (text: string) => beAgentAs(self, text),

    /** Registers another person as an agent. */
    async another(username: string, text: string): Promise<void> {
      await beAgentAs(await enter(username), text.slice(0, 80))
    },

    /** Creates a listing with this text in every field; null if refused. Checks that the text is stored, but for what cannot be seen. */
    async publish(text: string): Promise<string | null> {
      const rooms = { bedroom: 2, bathroom: 1, type: 'rent', property: 'house' }
      const place = { address: text, city: text.slice(0, 100), latitude: '18.5', longitude: '73.8' }
      const postData = { title: text, price: 4_500_000, ...rooms, ...place, images: [PICTURE], alts: [text] }
      const answer = await send('POST', '/posts', { postData, postDetail: { desc: text, income: text } }, { cookie })
      if (answer.status !== 201) {
        expect(answer.status, text).toBe(400)
        return null
      }
      const { id } = (await answer.json()) as Post
      const kept = (await (await fetch(`${url}/posts/${id}`)).json()) as PostWithDetail
      const line = oneLine(text)
      expect([kept.title, kept.address, kept.alts]).toEqual([line, line, [line]])
      expect(kept.postDetail.income).toBe(severalLines(text))
      descriptions.push(kept.postDetail.desc)
      return id
    },

    async report(id: string, text: string): Promise<number> {
      return (await send('POST', `/posts/${id}/reports`, { reason: 'other', text })).status
    },

    /** Uploads a picture with this file name; the server picks its own name. */
    async upload(name: string): Promise<number> {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), name)
      const answer = await fetch(`${url}/media/posts`, { method: 'POST', headers: { cookie }, body: form })
      if (answer.status === 201)
        expect(((await answer.json()) as { url: string }).url).toMatch(/^\/media\/posts\/[0-9a-f]{24}\/\d+\.webp$/)
      return answer.status
    },

    async signInFrom(userAgents: string[]): Promise<void> {
      for (const userAgent of userAgents) await signIn('writer', userAgent)
    },
  }
}
