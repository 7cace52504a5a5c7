/** What a stranger may type into a name, title, address or message that the site sends to other people. */
export const HOSTILE_WORDS = [
  'https://evil.example/login',
  'HTTPS://EVIL.EXAMPLE',
  'evil.example',
  'www.evil.example/a?b=c',
  'www.4evil',
  'evil。example',
  'ｅｖｉｌ．example',
  'मेरा.भारत',
  'mail me@evil.example',
  'mailto:me@evil.example',
  'tel:+919820012345',
  '//evil.example',
  '\\\\evil.example\\files',
  'http://127.0.0.1/login',
  '<a href="https://evil.example">Confirm</a>',
  '<img src=x onerror=alert(1)>',
  'two\r\nBcc: all@evil.example\r\n\r\nlines',
  '\u202Eelpmaxe.live//:sptth\u202C',
  '\u2028Your account is locked\u2029',
]

/** Generous: mail programs make a link of any scheme, address, known domain or network path. */
export const LINK_IN_MAIL = /:\/\/|\p{L}:[^\s\u2060]|\S@[\p{L}\p{N}]|\S[.。．｡]\p{L}|\p{L}[.。．｡]\p{N}|\\\\/u
