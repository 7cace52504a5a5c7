import { expect, test } from 'vitest'
import { cityAliases, cityKey, cityName } from './cities.ts'
import { SPELLINGS } from './city-spellings.ts'
import { foldName, soundOf } from './text/names.ts'

test.each([
  ['Bangalore', 'Bengaluru'],
  ['Bombay', 'Mumbai'],
  ['Gurgaon', 'Gurugram'],
  ['Poona', 'Pune'],
  ['Calcutta', 'Kolkata'],
  ['Madras', 'Chennai'],
  ['Mysore', 'Mysuru'],
  ['Trivandrum', 'Thiruvananthapuram'],
  ['Cochin', 'Kochi'],
  ['Baroda', 'Vadodara'],
  ['Benares', 'Varanasi'],
  ['Vizag', 'Visakhapatnam'],
  ['New Delhi', 'Delhi'],
  ['मुंबई', 'Mumbai'],
  ['मुम्बई', 'Mumbai'],
  ['नई दिल्ली', 'Delhi'],
  ['बेंगलुरु', 'Bengaluru'],
  ['जयपुर', 'Jaipur'],
  ['Mumbaai', 'Mumbai'],
  ['Bangaluru', 'Bengaluru'],
  ['Dilli', 'Delhi'],
  ['Kolkatta', 'Kolkata'],
  ['Tiruvananthapuram', 'Thiruvananthapuram'],
  ['Haidarabad', 'Hyderabad'],
  ['Bhubaneshwar', 'Bhubaneswar'],
  ['Puna', 'Pune'],
  ['बेंगलूरु', 'Bengaluru'],
  ['नयी दिल्ली', 'Delhi'],
  ['चंडीगढ', 'Chandigarh'],
  ['गुडगाँव', 'Gurugram'],
  ['कोच्ची', 'Kochi'],
  ['लखनउ', 'Lucknow'],
  // The letter with the dot below it as one character, and as two.
  ['चंडीग\u095d', 'Chandigarh'],
  ['चंडीग\u0922\u093c', 'Chandigarh'],
])('%s is searched as %s', (typed, official) => {
  expect(cityKey(typed)).toBe(cityKey(official))
  expect(cityName(cityKey(typed))).toBe(official)
})

test.each(['Navi Mumbai', 'navi mumbai', '  NAVI   MUMBAI ', 'NaviMumbai', 'Navi-Mumbai'])(
  '%j has one key',
  (typed) => {
    expect(cityKey(typed)).toBe('navimumbai')
  },
)

test('a name that contains another is a different city', () => {
  expect(cityKey('Navi Mumbai')).not.toBe(cityKey('Mumbai'))
  expect(cityKey('Greater Noida')).not.toBe(cityKey('Noida'))
})

test('drops accents and keeps the vowel signs of Indian scripts', () => {
  expect(cityKey('Mumbaī')).toBe('mumbai')
  expect(cityKey('हरिद्वार')).toBe('हरिद्वार')
})

test('a city with one spelling is shown as written', () => {
  expect(cityName(cityKey('Karjat'))).toBeNull()
})

test.each(['', ' - ', '…'])('%j is not a city', (typed) => {
  expect(cityKey(typed)).toBe('')
})

test('every alias resolves to its city', () => {
  expect(cityAliases(cityKey('Bangalore'))).toContain('Bangalore')
  expect(cityAliases('karjat')).toEqual([])
  for (const alias of cityAliases('pune')) expect(cityKey(alias)).toBe('pune')
})

/** As their states write them; several with a space between. */
test.each([
  ['Ahmedabad', 'અમદાવાદ'],
  ['Amritsar', 'ਅੰਮ੍ਰਿਤਸਰ'],
  ['Bengaluru', 'ಬೆಂಗಳೂರು'],
  ['Bhopal', 'भोपाल'],
  ['Bhubaneswar', 'ଭୁବନେଶ୍ୱର ଭୁବନେଶ୍ବର'],
  ['Chandigarh', 'ਚੰਡੀਗੜ੍ਹ चंडीगढ़'],
  ['Chennai', 'சென்னை'],
  ['Coimbatore', 'கோயம்புத்தூர் கோவை'],
  ['Dehradun', 'देहरादून'],
  ['Delhi', 'दिल्ली ਦਿੱਲੀ دہلی دلی'],
  ['Goa', 'गोंय गोवा'],
  ['Gurugram', 'गुरुग्राम गुड़गाँव گروگرام'],
  ['Guwahati', 'গুৱাহাটী গুয়াহাটি'],
  ['Hyderabad', 'హైదరాబాద్ హైదరాబాదు حیدرآباد حيدرآباد'],
  ['Indore', 'इंदौर इन्दौर'],
  ['Jaipur', 'जयपुर'],
  ['Kochi', 'കൊച്ചി'],
  ['Kolkata', 'কলকাতা কোলকাতা کولکاتا'],
  ['Kozhikode', 'കോഴിക്കോട്'],
  ['Lucknow', 'लखनऊ لکھنؤ لكھنؤ'],
  ['Ludhiana', 'ਲੁਧਿਆਣਾ'],
  ['Madurai', 'மதுரை'],
  ['Mangaluru', 'ಮಂಗಳೂರು'],
  ['Mumbai', 'मुंबई मुम्बई મુંબઈ ముంబై ಮುಂಬೈ മുംബൈ ممبئی'],
  ['Mysuru', 'ಮೈಸೂರು'],
  ['Nagpur', 'नागपूर नागपुर'],
  ['Noida', 'नोएडा نوئیڈا'],
  ['Patna', 'पटना پٹنہ'],
  ['Pune', 'पुणे पुने पूना'],
  ['Srinagar', 'श्रीनगर سرینگر'],
  ['Surat', 'સુરત'],
  // With a chillu, and as older keyboards write it.
  ['Thrissur', 'തൃശ്ശൂർ തൃശ്ശൂര്\u200d തൃശൂർ'],
  ['Thiruvananthapuram', 'തിരുവനന്തപുരം'],
  ['Tiruchirappalli', 'திருச்சிராப்பள்ளி திருச்சி'],
  ['Vadodara', 'વડોદરા'],
  ['Varanasi', 'वाराणसी बनारस'],
  ['Vijayawada', 'విజయవాడ'],
  ['Visakhapatnam', 'విశాఖపట్నం విశాఖపట్టణం'],
])('%s in its scripts: %s', (city, names) => {
  expect(names.split(' ').map((name) => cityName(cityKey(name)))).toEqual(names.split(' ').map(() => city))
})

test('no name stands for two cities, and none is in the table twice', () => {
  const all = Object.keys(SPELLINGS).flatMap((city) =>
    [city, ...cityAliases(foldName(city))].map((name) => ({ city, name, sound: soundOf(foldName(name)) })),
  )
  const script = ({ name }: { name: string }) => (name.codePointAt(0) ?? 0) >> 7
  const twice = all.filter((one, at) =>
    all.slice(0, at).some((other) => {
      return one.sound === other.sound && (one.city !== other.city || script(one) === script(other))
    }),
  )
  expect(twice).toEqual([])
})
