import { describe, expect, it } from 'vitest'
import { type AgentTexts, readAgent } from './agent.ts'

const GOOD: AgentTexts = {
  title: 'Property Advisor',
  location: 'Pune',
  specialization: 'First homes',
  phone: '+91 98200 12345',
  experienceYears: '7',
}

describe('readAgent', () => {
  it('reads an agent, trimming the texts', () => {
    expect(readAgent({ ...GOOD, location: ' Pune ' })).toEqual({ agent: { ...GOOD, experienceYears: 7 } })
  })

  it('reads texts and a phone number as people paste them', () => {
    const pasted = {
      ...GOOD,
      title: '\u200bAdviser',
      phone: '\u202a(080)\u00a04123\u20114567\u202c',
      experienceYears: '७ years',
    }
    const agent = { ...GOOD, title: 'Adviser', phone: '(080) 4123-4567', experienceYears: 7 }
    expect(readAgent(pasted)).toEqual({ agent })
  })

  it('accepts an agent without a phone number', () => {
    expect(readAgent({ ...GOOD, phone: '' }).agent?.phone).toBe(null)
  })

  it.each([
    ['title', ' '],
    ['title', '\u2800'],
    ['phone', '12345'],
    ['location', ''],
    ['specialization', 'a'.repeat(81)],
    ['phone', 'by day'],
    ['experienceYears', ''],
    ['experienceYears', '71'],
    ['experienceYears', '2.5'],
  ])('rejects %s "%s"', (field, text) => {
    expect(Object.keys(readAgent({ ...GOOD, [field]: text }).errors ?? {})).toEqual([field])
  })
})
