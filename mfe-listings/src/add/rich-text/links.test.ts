import { expect, it } from 'vitest'
import { readAddress } from './links.ts'

it.each([
  [' example.com ', 'https://example.com'],
  ['\u200bexample.com/a\u2060\u00a0', 'https://example.com/a'],
  ['\u202aasha@example.com\u202c', 'mailto:asha@example.com'],
  ['www.example.com/a?b=1#c', 'https://www.example.com/a?b=1#c'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://example.com/घर', 'HTTPS://example.com/घर'],
  ['asha@example.com', 'mailto:asha@example.com'],
  ['mailto:asha@example.com', 'mailto:asha@example.com'],
  ['tel:+91 20 1234', 'tel:+91 20 1234'],
  ['https://example.com/घर।', 'https://example.com/घर'],
  ['example.com/page_', 'https://example.com/page_'],
  ['“https://example.com/a”', null],
  ['https://gооgle.com', 'https://xn--ggle-55da.com'],
  ['https://bank.com@example.com', null],
  ['https://example.com,https://example.org', null],
  ['javascript:alert(1)', null],
  ['javascript:https://example.com', null],
  ['data:text/html,x', null],
  ['two words', null],
  ['flat', null],
  ['', null],
])('%j becomes the URL %j', (typed, url) => expect(readAddress(typed)).toBe(url))
