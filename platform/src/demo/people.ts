import { createHash } from 'node:crypto'
import { type AccountDoc, newAccount, toAccount } from '@aangan/auth/account'
import type { Agent } from '@aangan/contracts/users'
import { newUser, type UserDoc } from '@aangan/users/user'
import { CITIES } from './cities.ts'
import { createRandom, type Random } from './random.ts'

/** Common Indian given and family names; to our knowledge, no combination names a real person. */
const NAMES = [
  ...[
    'Aarav.Kulkarni',
    'Ananya.Reddy',
    'Arjun.Nambiar',
    'Bhavna.Joshi',
    'Chitra.Venkat',
    'Deepak.Chauhan',
    'Devika.Menon',
  ],
  ...[
    'Farhan.Qureshi',
    'Gauri.Deshmukh',
    'Harpreet.Gill',
    'Ishaan.Bose',
    'Jaya.Krishnan',
    'Kabir.Ahluwalia',
    'Kavya.Hegde',
  ],
  ...['Lakshmi.Pillai', 'Manoj.Sahu', 'Meera.Chatterjee', 'Mohit.Saxena', 'Nandini.Rao', 'Neel.Gokhale', 'Omkar.Patil'],
  ...[
    'Pooja.Agarwal',
    'Pranav.Iyer',
    'Rashmi.Shetty',
    'Ritu.Malhotra',
    'Rohan.Fernandes',
    'Sanjana.Das',
    'Shabana.Sheikh',
  ],
  ...[
    'Siddharth.Jain',
    'Sunita.Yadav',
    'Tanvi.Bhatt',
    'Tejas.Gowda',
    'Uma.Mahesh',
    'Varun.Thakur',
    'Vidya.Naik',
    'Zoya.Ansari',
  ],
] as const

/** The demo account with a password. */
export const DEMO_PERSON = { id: idOf(NAMES[0]), username: NAMES[0].toLowerCase() }

const AGENTS = 12
const TITLES = [
  'Senior Property Advisor',
  'Property Consultant',
  'Residential Specialist',
  'Rental Advisor',
  'Land and Plot Advisor',
]
const SPECIALIZATIONS = [
  'Apartments for young families',
  'Rentals near technology parks',
  'Independent houses and villas',
  'Plots and land titles',
  'Builder floors and resale homes',
  'First homes and home loans',
]

export interface Person {
  account: AccountDoc
  profile: UserDoc
}

/** Owners of the demo listings. Twelve of them are agents; none has a password. */
export function demoPeople(now: Date): Person[] {
  const random = createRandom(2024)
  return NAMES.map((name, index) => {
    const joined = new Date(now.getTime() - random.between(90, 1_400) * 86_400_000)
    const agent = index % 3 === 0 ? agentOf(random, index / 3) : null
    const username = name.toLowerCase()
    const email = `${username}@aangan.example`
    const account = newAccount({ id: idOf(name), username, email, password: null, isConfirmed: true, now: joined })
    return { account, profile: newUser(toAccount(account), { agent }) }
  })
}

function agentOf(random: Random, index: number): Agent {
  const city = CITIES[index % AGENTS]?.name ?? 'Mumbai'
  return {
    title: random.pick(TITLES),
    experienceYears: random.between(3, 18),
    location: city,
    specialization: random.pick(SPECIALIZATIONS),
    phone: null,
  }
}

/** Deterministic, so that seeding again creates no duplicates. */
function idOf(name: string): string {
  return createHash('sha256').update(`demo person ${name}`).digest('hex').slice(0, 24)
}
