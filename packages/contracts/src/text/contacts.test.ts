import { describe, expect, it } from 'vitest'
import { readEmail } from './emails.ts'
import { readPhone } from './phones.ts'

describe('a phone number', () => {
  it.each([
    ['+91 98200 12345', '+91 98200 12345', '+919820012345'],
    ['98200 12345', '98200 12345', '+919820012345'],
    ['098200-12345', '098200-12345', '+919820012345'],
    ['919820012345', '919820012345', '+919820012345'],
    ['0091 98200 12345', '0091 98200 12345', '+919820012345'],
    ['+91 (0) 98200 12345', '+91 (0) 98200 12345', '+919820012345'],
    ['+91-98200.12345', '+91-98200.12345', '+919820012345'],
    ['(+91) 98200 12345', '(+91) 98200 12345', '+919820012345'],
    ['(080) 4123 4567', '(080) 4123 4567', '+918041234567'],
    ['98200\u00a012345', '98200 12345', '+919820012345'],
    ['98200\u201112345', '98200-12345', '+919820012345'],
    ['\u202a+91 98200 12345\u202c', '+91 98200 12345', '+919820012345'],
    ['९८२०० १२३४५', '98200 12345', '+919820012345'],
    ['＋９１ 98200 12345', '+91 98200 12345', '+919820012345'],
    ['tel:+919820012345', '+919820012345', '+919820012345'],
    ['Mob. no: 98200 12345', '98200 12345', '+919820012345'],
    ['4123 4567', '4123 4567', '41234567'],
    ['091 98200 12345', '091 98200 12345', '+919820012345'],
    ['0091 0 98200 12345', '0091 0 98200 12345', '+919820012345'],
    ['9820012345.0', '9820012345', '+919820012345'],
    ['9820012345;', '9820012345', '+919820012345'],
    ['📞 98200 12345', '98200 12345', '+919820012345'],
    ['☎\ufe0f +91 98200 12345', '+91 98200 12345', '+919820012345'],
    ['M: 98200 12345', '98200 12345', '+919820012345'],
    ['Contact No. 98200 12345', '98200 12345', '+919820012345'],
    ['https://wa.me/919820012345', '+919820012345', '+919820012345'],
    ['https://api.whatsapp.com/send?phone=919820012345', '+919820012345', '+919820012345'],
    ['whatsapp://send?phone=+919820012345', '+919820012345', '+919820012345'],
    ['98200 12345 (WhatsApp)', '98200 12345', '+919820012345'],
    ['Office: 080 4123 4567 [landline]', '080 4123 4567', '+918041234567'],
    ['wa.me/447946095800', '+447946095800', '+447946095800'],
    ['tel:+919820012345;ext=12', '+919820012345;ext=12', '+919820012345'],
    ['022/1234 5678', '022/1234 5678', '+912212345678'],
    ['+91 (22) 1234 5678', '+91 (22) 1234 5678', '+912212345678'],
    ['+91\u2060 98200\u202f12345', '+91 98200 12345', '+919820012345'],
    ['1800 123 4567', '1800 123 4567', '18001234567'],
    ['1800-11-4000', '1800-11-4000', '1800114000'],
    ['+91 1800 123 4567', '+91 1800 123 4567', '18001234567'],
    ['0180 123 4567', '0180 123 4567', '+911801234567'],
    ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958', '+442079460958'],
    ['0044 20 7946 0958', '0044 20 7946 0958', '+442079460958'],
    ['٩٨٢٠٠١٢٣٤٥', '9820012345', '+919820012345'],
    ['+44 20 7946 0958', '+44 20 7946 0958', '+442079460958'],
    ['+1 212 555 0123', '+1 212 555 0123', '+12125550123'],
    ['080 4123 4567 ext. 12', '080 4123 4567 ext. 12', '+918041234567'],
  ])('%j', (text, shown, dial) => {
    expect(readPhone(text)).toEqual({ shown, dial })
  })

  it.each([
    ...['', ' ', '\u200b', 'by day', '12345', '+', '98200 12345 / 98200 54321', '98200 12345 Asha', '1+1 234 567'],
    ...['98200 12345 / 46', '4123456/4123457', '98200 12345, 46', '+91 98200 1234', '+91 98200 123456', '9.82E+09'],
    ...['+91+919820012345', '9820012345@upi', '98200 1234O', '1234567890123456', '1-800-FLATS', '<9820012345>'],
  ])('%j is none', (text) => {
    expect(readPhone(text)).toBeNull()
  })
})

describe('an email address', () => {
  it.each([
    ['asha@example.com', 'asha@example.com'],
    [' Asha.Rao+Home@Mail.Example.CO.IN ', 'asha.rao+home@mail.example.co.in'],
    ["o'neill@example.com", "o'neill@example.com"],
    ['o’neill@example.com', "o'neill@example.com"],
    ['mailto:asha@example.com', 'asha@example.com'],
    ['email-asha@example.com', 'email-asha@example.com'],
    ['E-mail - asha@example.com', 'asha@example.com'],
    ['MAILTO: asha@example.com?subject=Hello', 'asha@example.com'],
    ['Asha Rao <asha@example.com>', 'asha@example.com'],
    ['<asha@example.com>;', 'asha@example.com'],
    ['"asha@example.com"', 'asha@example.com'],
    ["'asha@example.com'", 'asha@example.com'],
    ['asha@example.com,', 'asha@example.com'],
    ['asha @ example. com', 'asha@example.com'],
    ['asha\u200b@example.com\ufeff', 'asha@example.com'],
    ['\u202aasha@example.com\u202c\u00a0', 'asha@example.com'],
    ['asha＠example.com', 'asha@example.com'],
    ['आशा१@उदाहरण.भारत', 'आशा१@उदाहरण.भारत'],
    ['asha@example.com।', 'asha@example.com'],
    ['asha@example.com!', 'asha@example.com'],
    ['asha@example.com/', 'asha@example.com'],
    ['“asha@example.com”', 'asha@example.com'],
    ['«asha@example.com»,', 'asha@example.com'],
    ['(asha@example.com).', 'asha@example.com'],
    ['E-mail: asha@example.com', 'asha@example.com'],
    ['Email ID - asha@example.com', 'asha@example.com'],
    ['asha@example.com [mailto:asha@example.com]', 'asha@example.com'],
    ['Asha <mailto:asha@example.com>', 'asha@example.com'],
    ['asha@gmail．com\r\n', 'asha@gmail.com'],
    ['asha@xn--exmple-cua.com', 'asha@xn--exmple-cua.com'],
    ['a@b.co', 'a@b.co'],
    ['asha@example.museum', 'asha@example.museum'],
    ['asha@1and1.com', 'asha@1and1.com'],
  ])('%j is %s', (text, email) => {
    expect(readEmail(text)).toBe(email)
  })

  it.each([
    ...['', 'asha', 'asha@example', '@example.com', 'asha rao@example.com', 'asha@example..com', 'a@b@example.com'],
    `asha@example.com${'.'.repeat(100_000)}`,
    ...['asha@127.0.0.1', 'asha@1.2.3', 'asha@[127.0.0.1]', 'asha@example.123', 'asha@localhost'],
    ...['asha@-example.com', 'asha@example-.com', 'asha@exam`ple.com', 'asha@exam|ple.com', 'asha@example,com'],
    ...['asha@example.com\r\nBcc: x@y.in', 'asha%0abcc:x@example.com', 'asha@example.com:25', '“asha”@example.com'],
    ...['asha at example dot com', 'asha(at)example.com', 'asha@@example.com', 'http://asha@example.com'],
    ...['a@example.com, b@example.com', "asha@exam'ple.com", 'a\u0000@example.com', 'asha@', 'a:b@example.com'],
  ])('%j is none', (text) => {
    expect(readEmail(text)).toBeNull()
  })
})
