import { expect, test } from 'vitest'
import { foldName, soundOf } from './names.ts'

test.each([
  ['accents and case', 'Mumbaī', 'MUMBAI'],
  ['spaces and punctuation', 'T. Nagar', 't-nagar'],
  ['full-width letters', 'Ｐｕｎｅ', 'pune'],
  ['digits', 'सेक्टर ६२', 'सेक्टर 62'],
  ['invisible characters', 'दिल्\u200dली', 'दिल्ली'],
  ['nuktas, composed and not', 'ग\u095dवाल', 'गढवाल'],
  ['nuktas of Bengali and Odia', 'গ\u09dc', 'গড'],
  ['long and short i and u', 'नीलू', 'निलु'],
  ['long and short i in Telugu', 'సీత', 'సిత'],
  ['candrabindu and anusvara', 'गाँव', 'गांव'],
  ['anusvara and the nasal of its row', 'सम्बलपुर', 'संबलपुर'],
  ['anusvara in Gurmukhi and Bengali', 'ਚੰਡੀ', 'চন্ডি'],
  ['doubled letters', 'हुब्बल्ली', 'हुबली'],
  ['e and ai, o and au', 'बैंगलौर', 'बेंगलोर'],
  ['open and short o', 'कॉलोनी', 'कोलोनी'],
  ['ye and e, yi and i', 'नयी', 'नई'],
  ['ai as a letter', 'मुंबई', 'मुंबै'],
  ['the l and n of Marathi', 'बाळापूर पुणे', 'बालापुर पुने'],
  ['a silent final consonant', 'హైదరాబాద్', 'హైదరాబాద'],
  ['scripts', 'ಮೈಸೂರು', 'मैसूरु'],
  ['both encodings of a chillu', 'കണ്ണൂർ', 'കണ്ണൂര്\u200d'],
  ['letters of Arabic and Urdu keyboards', 'كولكاتا علي', 'کولکاتا علی'],
  ['vowel signs of Arabic', 'دِلّی', 'دلی'],
])('%s: %s equals %s', (_, one, other) => {
  expect(foldName(one)).toBe(foldName(other))
})

test.each([
  ['vowel signs of Indian scripts', 'कोटा', 'कोट'],
  ['vowel signs of Indian scripts', 'पुरी', 'पारा'],
  ['other consonants', 'नाशिक', 'नासिक'],
  ['parts of names', 'Navi Mumbai', 'Mumbai'],
])('%s differ: %s and %s', (_, one, other) => {
  expect(foldName(one)).not.toBe(foldName(other))
})

test.each([
  ['kothrood', 'kothrud'],
  ['calcuta', 'calcutta'],
  ['mumbaai', 'mumbai'],
  ['chennnai', 'chenai'],
])('%s sounds like %s', (one, other) => {
  expect(soundOf(one)).toBe(soundOf(other))
})
