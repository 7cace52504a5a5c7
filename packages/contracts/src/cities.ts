/**
 * The cities whose name people spell in more than one way: the name we show, then the other ones. Old and new official
 * names, and the capital's quarter that people use for the whole.
 */
const NAMES: Record<string, readonly string[]> = {
  Ahmedabad: ['Ahmadabad', 'Amdavad'],
  Belagavi: ['Belgaum'],
  Bengaluru: ['Bangalore', 'Bangaluru', 'Bengalooru'],
  Chennai: ['Madras'],
  'Chhatrapati Sambhajinagar': ['Aurangabad', 'Sambhajinagar'],
  Delhi: ['New Delhi', 'Dilli', 'Delhi NCR'],
  Gurugram: ['Gurgaon'],
  Guwahati: ['Gauhati'],
  Hubballi: ['Hubli'],
  Kalaburagi: ['Gulbarga'],
  Kanpur: ['Cawnpore'],
  Kochi: ['Cochin'],
  Kolkata: ['Calcutta'],
  Kollam: ['Quilon'],
  Kozhikode: ['Calicut'],
  Mangaluru: ['Mangalore'],
  Mohali: ['SAS Nagar', 'Sahibzada Ajit Singh Nagar'],
  Mumbai: ['Bombay'],
  Mysuru: ['Mysore'],
  Nashik: ['Nasik'],
  Panaji: ['Panjim'],
  Prayagraj: ['Allahabad'],
  Puducherry: ['Pondicherry'],
  Pune: ['Poona'],
  Shivamogga: ['Shimoga'],
  Thanjavur: ['Tanjore'],
  Thiruvananthapuram: ['Trivandrum'],
  Thoothukudi: ['Tuticorin'],
  Thrissur: ['Trichur'],
  Tiruchirappalli: ['Trichy', 'Tiruchi', 'Trichinopoly'],
  Tumakuru: ['Tumkur'],
  Udhagamandalam: ['Ooty', 'Ootacamund'],
  Vadodara: ['Baroda'],
  Varanasi: ['Benares', 'Banaras', 'Kashi'],
  Vijayapura: ['Bijapur'],
  Visakhapatnam: ['Vizag', 'Vishakhapatnam', 'Vishakapatnam'],
}

const keyOfAlias = new Map(
  Object.entries(NAMES).flatMap(([name, others]) => others.map((o) => [foldName(o), foldName(name)])),
)
const nameOfKey = new Map(Object.keys(NAMES).map((name) => [foldName(name), name]))

/** What a name is compared by: letters and digits of any script in lower case, without accents, spaces and punctuation. */
export function foldName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/**
 * The key under which a city is stored and looked for: the same for 'Bangalore', ' bengaluru ' and 'BENGALURU'.
 * Empty when the text has neither a letter nor a digit.
 */
export function cityKey(text: string): string {
  const key = foldName(text)
  return keyOfAlias.get(key) ?? key
}

/** The name to show for a city key, or null for a city that everyone spells in one way: show it as it is written. */
export function cityName(key: string): string | null {
  return nameOfKey.get(key) ?? null
}
