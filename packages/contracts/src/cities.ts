/**
 * Cities with several spellings: the name we display, then its aliases. These are old and new official names, the
 * capital's quarter used for the whole city, and common misspellings.
 */
const NAMES: Record<string, readonly string[]> = {
  Ahilyanagar: ['Ahmednagar'],
  Ahmedabad: ['Ahmadabad', 'Amdavad', 'Karnavati'],
  Alappuzha: ['Alleppey'],
  Ballari: ['Bellary'],
  Belagavi: ['Belgaum'],
  Bengaluru: ['Bangalore', 'Bangaluru', 'Bengalooru', 'Banglore', 'Bangalore City'],
  Bharuch: ['Broach'],
  Bhubaneswar: ['Bhubaneshwar'],
  Chennai: ['Madras'],
  'Chhatrapati Sambhajinagar': ['Aurangabad', 'Sambhajinagar'],
  Chikkamagaluru: ['Chikmagalur', 'Chickmagalur'],
  Coimbatore: ['Kovai'],
  Davanagere: ['Davangere'],
  Delhi: ['New Delhi', 'Dilli', 'Delhi NCR', 'Dehli'],
  Dharashiv: ['Osmanabad'],
  'Greater Noida': ['Gr Noida'],
  Gurugram: ['Gurgaon', 'Gurgoan'],
  Guwahati: ['Gauhati'],
  Hubballi: ['Hubli'],
  Hyderabad: ['Haidarabad'],
  Jabalpur: ['Jubbulpore'],
  Jalandhar: ['Jullundur'],
  Kadapa: ['Cuddapah'],
  Kalaburagi: ['Gulbarga'],
  Kannur: ['Cannanore'],
  Kanpur: ['Cawnpore'],
  Kochi: ['Cochin'],
  Kolkata: ['Calcutta', 'Kolkatta'],
  Kollam: ['Quilon'],
  Kozhikode: ['Calicut'],
  Mangaluru: ['Mangalore'],
  Mohali: ['SAS Nagar', 'Sahibzada Ajit Singh Nagar'],
  Mumbai: ['Bombay'],
  Mysuru: ['Mysore'],
  Nashik: ['Nasik'],
  'Navi Mumbai': ['New Bombay', 'New Mumbai'],
  Palakkad: ['Palghat'],
  Panaji: ['Panjim'],
  Prayagraj: ['Allahabad'],
  Puducherry: ['Pondicherry', 'Pondy'],
  Pune: ['Poona'],
  Rajamahendravaram: ['Rajahmundry'],
  Shimla: ['Simla'],
  Shivamogga: ['Shimoga'],
  Sonipat: ['Sonepat'],
  Thane: ['Thana'],
  Thanjavur: ['Tanjore'],
  Thiruvananthapuram: ['Trivandrum'],
  Thoothukudi: ['Tuticorin'],
  Thrissur: ['Trichur'],
  Tiruchirappalli: ['Trichy', 'Tiruchi', 'Trichinopoly'],
  Tirunelveli: ['Tinnevelly'],
  Tumakuru: ['Tumkur'],
  Udhagamandalam: ['Ooty', 'Ootacamund'],
  Vadodara: ['Baroda'],
  Varanasi: ['Benares', 'Banaras', 'Kashi'],
  Vijayapura: ['Bijapur'],
  Vijayawada: ['Bezawada'],
  Visakhapatnam: ['Vizag', 'Vishakhapatnam', 'Vishakapatnam'],
}

const keyOfAlias = new Map(
  Object.entries(NAMES).flatMap(([name, others]) => others.map((o) => [foldName(o), foldName(name)])),
)
const nameOfKey = new Map(Object.keys(NAMES).map((name) => [foldName(name), name]))

/**
 * Normalises a name for comparison: lower-case letters and digits of any script, without accents, spaces and
 * punctuation.
 */
export function foldName(text: string): string {
  // Most names. `normalize` would take longer than the rest of handling a listing event.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]/g, '')
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/**
 * The key a city is stored and searched by: equal for 'Bangalore', ' bengaluru ' and 'BENGALURU'. Empty if the text has
 * no letter or digit.
 */
export function cityKey(text: string): string {
  const key = foldName(text)
  return keyOfAlias.get(key) ?? key
}

/** The name to display for a city key; null if the city has only one spelling: display it as written. */
export function cityName(key: string): string | null {
  return nameOfKey.get(key) ?? null
}

/** A city's other names, without the one `cityName` returns. */
export function cityAliases(key: string): readonly string[] {
  return NAMES[nameOfKey.get(key) ?? ''] ?? []
}
