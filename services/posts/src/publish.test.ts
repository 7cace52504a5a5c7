import { Post, PostBody, PostDetail } from '@aangan/contracts/posts'
import { unstated } from '@aangan/contracts/testing/unstated'
import type { PublicUser } from '@aangan/contracts/users'
import { type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Started, startPosts } from './testing/start.ts'

const ASHA = 'a'.repeat(24)
const RAVI = 'b'.repeat(24)
const asha = { id: ASHA, username: 'asha', avatar: '/media/avatars/asha.webp' }

/** The body that the specified client sends. */
const body: PostBody = {
  postData: {
    title: 'Sunny flat',
    price: 4_500_000,
    address: 'Lane 7, Koregaon Park',
    city: 'Pune',
    bedroom: 2,
    bathroom: 1,
    type: 'buy',
    property: 'apartment',
    latitude: '18.5362',
    longitude: '73.8940',
    images: ['/media/posts/a.webp', 'https://pictures.example/b.jpg'],
    furnishing: 'furnished',
  },
  postDetail: {
    desc: '<p>Bright <strong>and</strong> quiet</p>',
    utilities: 'owner',
    pet: 'allowed',
    income: 'Three times the rent',
    size: 900,
    school: 800,
    bus: 200,
    restaurant: 100,
  },
}

type Profile = PublicUser & { rev: number }

let service: Started
/** What users knows of her, one for each question; the last one from then on. */
let profiles: [Profile, ...Profile[]]
beforeEach(async () => {
  service = await startPosts({})
  profiles = [{ ...asha, rev: 3 }]
  await service.bus.respond('users.find', async ({ ids }) => {
    if (!ids.includes(ASHA)) return []
    const [profile, ...later] = profiles
    if (later[0]) profiles = [later[0], ...later.slice(1)]
    return [profile]
  })
})
afterEach(() => service.close())

const publish = (sent: unknown, as: string | null = ASHA) =>
  service.call({ method: 'POST', url: '/posts', body: sent, as })
const edit = (id: string, sent: unknown, as: string | null = ASHA) =>
  service.call({ method: 'PUT', url: `/posts/${id}`, body: sent, as })
const one = async (id: string, as: string | null = null) =>
  (await service.call({ method: 'GET', url: `/posts/${id}`, as })).json()

async function published(): Promise<string> {
  const answer = await publish(body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

function but(field: string, value: unknown): unknown {
  const changed = structuredClone(body) as unknown as Record<string, Record<string, unknown>>
  const [part = '', name = ''] = field.split('.')
  Object.assign(changed[part] ?? {}, { [name]: value })
  return changed
}

/** A valid value for each field that may be null. */
function statedFacts({ properties }: TObject): Record<string, unknown> {
  const names = Object.keys(unstated(Type.Object(properties)))
  return Object.fromEntries(names.map((name) => [name, statedValue(properties[name] ?? {})]))
}

function statedValue({ type, enum: values }: { type?: unknown; enum?: unknown[] }): unknown {
  if (values) return values.findLast((value) => value !== null)
  return [type].flat().includes('integer') ? 1 : 'Stated'
}

describe('publishing', () => {
  test('returns the listing, which is found at once by id, city and owner', async () => {
    const answer = await publish(body)
    expect(answer.statusCode, answer.body).toBe(201)
    const post: Post = answer.json()
    expect(Value.Errors(Post, post)).toEqual([])
    expect(post).toMatchObject({ ...body.postData, userId: ASHA, img: '/media/posts/a.webp', size: 900 })
    expect(await one(post.id)).toMatchObject({ ...post, postDetail: body.postDetail, user: asha, isSaved: false })
    expect((await service.get('/posts?city=Pune')).json()).toEqual([post])
    const as = service.signIn.identityAt('users', ASHA)
    const [own] = (await service.bus.request('posts.of-owner', { skip: 0 }, { as, timeoutMs: 5_000 })).posts
    expect(own).toEqual({ ...post, postDetail: { ...unstated(PostDetail), ...body.postDetail }, views: 0 })
  })

  test('keeps every optional fact, and takes it back', async () => {
    const stated = { postData: statedFacts(PostBody.properties.postData), postDetail: statedFacts(PostDetail) }
    const none = {
      postData: Object.fromEntries(Object.keys(stated.postData).map((name) => [name, null])),
      postDetail: Object.fromEntries(Object.keys(stated.postDetail).map((name) => [name, null])),
    }
    const answer = await publish({
      postData: { ...body.postData, ...stated.postData },
      postDetail: stated.postDetail,
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const { id } = answer.json()
    expect(answer.json()).toMatchObject(stated.postData)
    expect(await one(id)).toMatchObject({ ...stated.postData, postDetail: stated.postDetail })
    const edited = await edit(id, none)
    expect(edited.statusCode, edited.body).toBe(200)
    expect(await one(id)).toMatchObject({ ...none.postData, postDetail: none.postDetail })
    await edit(id, stated)
    expect(await one(id)).toMatchObject({ ...stated.postData, postDetail: stated.postDetail })
    for (const [part, facts] of Object.entries(stated))
      for (const name of Object.keys(facts)) {
        const { statusCode, body: text } = await publish(but(`${part}.${name}`, { not: 'valid' }))
        expect([statusCode, text.includes(name)], `${name}: ${text}`).toEqual([400, true])
      }
  })

  test('accepts the fields that the form leaves empty', async () => {
    const postDetail = { desc: '', utilities: 'shared', pet: 'not-allowed', income: '', size: null, school: null }
    const answer = await publish({ ...body, postData: { ...body.postData, images: [] }, postDetail })
    expect(answer.statusCode, answer.body).toBe(201)
    expect((await one(answer.json().id)).postDetail).toMatchObject({ utilities: 'shared', size: null, bus: null })
  })

  test('leaves furnishing null if the owner gives none', async () => {
    const { furnishing: _, ...postData } = body.postData
    expect((await publish({ ...body, postData })).json().furnishing).toBeNull()
    expect((await publish(but('postData.furnishing', null))).json().furnishing).toBeNull()
  })

  test('with a profile that changes meanwhile, the listing has the new one', async () => {
    const renamed = { ...asha, username: 'asha.rao' }
    profiles = [
      { ...asha, rev: 3 },
      { ...renamed, rev: 4 },
    ]
    expect((await one(await published())).user).toEqual(renamed)
  })

  test.each(['published', 'first read'])(
    'an older profile that arrives late leaves one that was %s as it is',
    async (when) => {
      if (when === 'first read') profiles = [{ id: RAVI, username: 'ravi', avatar: null, rev: 1 }]
      const id = await published()
      profiles = [{ ...asha, rev: 3 }]
      expect((await one(id)).user).toEqual(asha)
      const tell = (userId: string, username: string, rev: number) =>
        service.bus.publish({
          id: `${userId}:${rev}`,
          subject: 'user.changed',
          data: { id: userId, username, avatar: null, rev },
        })
      await tell(ASHA, 'old-name', 2)
      // Handled after it.
      const marker = (await publish(body, RAVI)).json().id
      await tell(RAVI, 'marker', 1)
      await expect.poll(async () => (await one(marker)).user.username).toBe('marker')
      expect((await one(id)).user).toEqual(asha)
    },
  )

  test('with one clientId gives one listing, for concurrent repetitions too', async () => {
    const sent = { ...body, clientId: 'draft-1' }
    const answers = await Promise.all([publish(sent), publish(sent), publish(sent)])
    answers.push(await publish({ ...sent, postData: { ...body.postData, title: 'Sunnier flat' } }))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect((await service.get('/posts')).json()).toHaveLength(1)
    const others = [await publish(sent, RAVI), await publish({ ...body, clientId: 'draft-2' }), await publish(body)]
    expect(new Set([...others, answers[0]].map((answer) => answer?.json().id)).size).toBe(4)
  })

  test('with the clientId of a removed listing gives a new one', async () => {
    const sent = { ...body, clientId: 'draft-1' }
    const first = (await publish(sent)).json().id
    await service.call({ method: 'DELETE', url: `/posts/${first}`, as: ASHA })
    const again = await publish(sent)
    expect(again.statusCode).toBe(201)
    expect(await one(again.json().id)).toMatchObject({ title: body.postData.title })
  })

  test.each(['', 'x'.repeat(65), 'a b'])('refuses the clientId “%s”', async (clientId) => {
    expect((await publish({ ...body, clientId })).statusCode).toBe(400)
  })

  test('works while users is unavailable', async () => {
    const answer = await publish(body, RAVI)
    expect(answer.statusCode, answer.body).toBe(201)
    expect((await one(answer.json().id)).user).toMatchObject({ id: RAVI })
  })

  test.each([
    ['postData.title', ''],
    ['postData.title', 'x'.repeat(201)],
    ['postData.price', 0],
    ['postData.price', '5000'],
    ['postData.price', null],
    ['postData.price', 1.5],
    ['postData.bedroom', -1],
    ['postData.bathroom', 101],
    ['postData.type', 'steal'],
    ['postData.property', 'castle'],
    ['postData.latitude', '91'],
    ['postData.latitude', 18.5],
    ['postData.longitude', 'east'],
    ['postData.city', '...'],
    ['postData.furnishing', 'fully'],
    ['postData.images', ['javascript:alert(1)']],
    ['postData.images', ['/media/../secrets']],
    ['postData.images', 'a.webp'],
    ['postData.userId', RAVI],
    ['postData.id', RAVI],
    ['postData.createdAt', '2000-01-01T00:00:00.000Z'],
    ['postDetail.pet', 'dragons'],
    ['postDetail.size', -1],
    ['postDetail.school', '5'],
    ['postDetail.rev', 7],
    ['postDetail.desc', 'x'.repeat(20_001)],
  ])('refuses %s: %j, and names it', async (field, value) => {
    const answer = await publish(but(field, value))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain(field.split('.')[1])
    expect((await service.get('/posts')).json()).toEqual([])
  })

  test('rejects removed uploads, but keeps the pictures a listing already has', async () => {
    const [kept, gone] = [`/media/posts/${'1'.repeat(24)}/800.webp`, `/media/posts/${'2'.repeat(24)}/800.webp`]
    const asked: string[][] = []
    const answering = await service.bus.respond('media.missing', async ({ urls }) => {
      asked.push(urls)
      return urls.filter((url) => url === gone)
    })
    const refused = await publish(but('postData.images', [kept, gone]))
    expect(refused.statusCode).toBe(400)
    expect(refused.json().message).toBe('images: picture 2 is no longer there. Remove it and upload it again.')
    const { id } = (await publish(but('postData.images', [kept]))).json()
    expect((await edit(id, { postData: { images: [kept, gone] } })).statusCode).toBe(400)
    expect((await edit(id, { postData: { images: [kept], title: 'Same pictures' } })).statusCode).toBe(200)
    expect(asked).toEqual([[kept, gone], [kept], [gone]])
    await answering.stop()
    expect((await publish(but('postData.images', [gone]))).statusCode).toBe(201)
  })

  test('is limited to 200 listings per person and hour', async () => {
    const before = Array.from({ length: 200 }, () => publish(body))
    expect((await Promise.all(before)).map(({ statusCode }) => statusCode)).toEqual(before.map(() => 201))
    const refused = await publish(body)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(refused.json().message).toBe('You have published too many listings. Try again in 60 min.')
    expect((await publish(body, RAVI)).statusCode).toBe(201)
    service.pass(3_600_000)
    expect((await publish(body)).statusCode).toBe(201)
  })

  test('is limited to 600 changes per person and hour', async () => {
    const { id } = (await publish(body)).json()
    const unowned = (await publish(body, RAVI)).json().id
    expect((await edit(unowned, { status: 'taken' })).statusCode).toBe(403)
    expect((await edit(id, { postData: { images: [] } })).statusCode).toBe(200)
    // Refused ones count too, and write nothing, which makes them quicker.
    const stale = Array.from({ length: 599 }, () => edit(id, { postData: { images: ['/b.webp'] }, rev: 1 }))
    expect((await Promise.all(stale)).map(({ statusCode }) => statusCode)).toEqual(stale.map(() => 409))
    const refused = await edit(id, { status: 'live' })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(refused.json().message).toBe('You have changed your listings too often. Try again in 60 min.')
    expect((await edit(unowned, { status: 'taken' }, RAVI)).statusCode).toBe(200)
    service.pass(3_600_000)
    expect((await edit(id, { status: 'live' })).statusCode).toBe(200)
  })

  test('requires sign-in', async () => {
    for (const sent of [body, {}]) {
      const answer = await publish(sent, null)
      expect([answer.statusCode, answer.json().message]).toEqual([401, 'Not Authenticated!'])
    }
  })

  test('sanitizes the description', async () => {
    const desc = '<p onclick="x()">a<script>alert(1)</script><img src=x onerror=y><a href="javascript:z">b</a></p>'
    const id = (await publish(but('postDetail.desc', desc))).json().id
    const kept = (await one(id)).postDetail.desc
    expect(kept).not.toMatch(/script|onclick|onerror|javascript|<img/)
    expect(kept).toContain('a')
  })
})

describe('editing', () => {
  test('changes the given fields, and the search follows', async () => {
    const id = await published()
    const answer = await edit(id, {
      postData: { city: 'Mumbai', price: 9_000_000 },
      postDetail: { pet: 'not-allowed' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ id, ...body.postData, city: 'Mumbai', price: 9_000_000 })
    expect(await one(id)).toMatchObject({ rev: 2, postDetail: { ...body.postDetail, pet: 'not-allowed' }, user: asha })
    expect((await service.get('/posts?city=Pune')).json()).toEqual([])
    expect((await service.get('/posts?city=Mumbai&minPrice=8000000')).json()).toHaveLength(1)
    expect((await service.get('/posts/cities')).json()).toEqual([{ city: 'Mumbai', count: 1 }])
  })

  test('keeps a description whose escapes make it longer than its text', async () => {
    const id = (await publish(but('postDetail.desc', '&'.repeat(20_000)))).json().id
    const { desc } = (await one(id)).postDetail
    expect(desc).toHaveLength(100_000)
    expect((await edit(id, { postData: { price: 9_000_000 } })).statusCode).toBe(200)
    expect((await edit(id, { status: 'taken', postDetail: { desc } })).statusCode).toBe(200)
    const refused = await edit(id, { postDetail: { desc: `${desc} more` } })
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      expect.stringMatching(/^desc is .*; it may be HTML of at most 20000 characters of text, and at most 100000 with/),
    ])
  })

  test('accepts a whole listing, and publishes the change', async () => {
    const id = await published()
    const heard: unknown[] = []
    const listening = await service.bus.follow({
      subjects: ['post.changed'],
      from: 'now',
      handle: async ({ data }) => void heard.push([data.id, data.title, data.rev]),
    })
    expect((await edit(id, but('postData.title', 'Sunnier flat'))).statusCode).toBe(200)
    await expect.poll(() => heard).toContainEqual([id, 'Sunnier flat', 2])
    await listening.stop()
  })

  test('of pictures chosen from an older state is refused, so that none is dropped unseen', async () => {
    const id = await published()
    const [first = ''] = body.postData.images
    const change = (images: string[], rev?: number) => edit(id, { postData: { images }, rev })
    expect((await change([first, 'https://pictures.example/c.jpg'], 1)).statusCode).toBe(200)
    const refused = await change([first, 'https://pictures.example/d.jpg'], 1)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'CONFLICT', message: expect.stringContaining('another window') }),
    ])
    expect((await edit(id, { postData: { price: 9_000_000 }, rev: 1 })).statusCode).toBe(200)
    expect((await change([first], 3)).statusCode).toBe(200)
    expect((await change([])).json().images).toEqual([])
  })

  test('is rejected for an invalid field, and changes nothing', async () => {
    const id = await published()
    for (const sent of [{ postData: { price: 0 } }, { postData: { userId: RAVI } }, { owner: RAVI }, []])
      expect((await edit(id, sent)).statusCode, JSON.stringify(sent)).toBe(400)
    expect(await one(id)).toMatchObject({ ...body.postData, rev: 1 })
  })

  test('is allowed only to the owner', async () => {
    const id = await published()
    const change = { postData: { title: 'Mine now' } }
    expect((await edit(id, change, RAVI)).statusCode).toBe(403)
    expect((await edit(id, change, null)).statusCode).toBe(401)
    expect((await edit('f'.repeat(24), change)).statusCode).toBe(404)
    await service.call({ method: 'DELETE', url: `/posts/${id}`, as: ASHA })
    expect((await edit(id, change)).statusCode).toBe(404)
  })
})

test('a listing says whether its reader saved it, and is shown while users is unavailable', async () => {
  const id = await published()
  expect((await one(id, RAVI)).isSaved).toBe(false)
  const { bus, signIn } = service
  await bus.respond('users.saved', signIn.verifier, async ({ postIds }, person) => (person.id === RAVI ? postIds : []))
  expect((await one(id, RAVI)).isSaved).toBe(true)
  expect((await one(id, ASHA)).isSaved).toBe(false)
  expect((await one(id)).isSaved).toBe(false)
})

test('no cache gives what a listing or a search says to one reader to another', async () => {
  const id = await published()
  for (const url of ['/posts', `/posts/${id}`])
    expect((await service.get(url)).headers['cache-control'], url).toBe('private, no-cache')
})
