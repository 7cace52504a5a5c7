/** What a stranger may type into a name, title, address or message that the site sends to other people. */
export const HOSTILE_WORDS = [
  'https://evil.example/login',
  'HTTPS://EVIL.EXAMPLE',
  'evil.example',
  'www.evil.example/a?b=c',
  'evil。example',
  'ｅｖｉｌ．example',
  'मेरा.भारत',
  'mail me@evil.example',
  'mailto:me@evil.example',
  '//evil.example',
  'http://127.0.0.1/login',
  '<a href="https://evil.example">Confirm</a>',
  '<img src=x onerror=alert(1)>',
  'two\r\nBcc: all@evil.example\r\n\r\nlines',
  '\u202Eelpmaxe.live//:sptth\u202C',
  '\u2028Your account is locked\u2029',
]
