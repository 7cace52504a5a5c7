/**
 * Cities with several spellings: the name we display, then its aliases. These are old and new official names, the
 * capital's quarter used for the whole city, common misspellings, and names in Hindi.
 */
const NAMES: Record<string, readonly string[]> = {
  Agra: ['आगरा'],
  Ahilyanagar: ['Ahmednagar', 'अहिल्यानगर', 'अहमदनगर'],
  Ahmedabad: ['Ahmadabad', 'Amdavad', 'Karnavati', 'अहमदाबाद'],
  Alappuzha: ['Alleppey', 'आलप्पुझा'],
  Aligarh: ['अलीगढ़'],
  Amritsar: ['अमृतसर'],
  Ballari: ['Bellary', 'बल्लारी', 'बेल्लारी'],
  Bareilly: ['बरेली'],
  Belagavi: ['Belgaum', 'बेलगावी', 'बेलगाम'],
  Bengaluru: [
    'Bangalore',
    'Bangaluru',
    'Bengalooru',
    'Banglore',
    'Bangalore City',
    'बेंगलुरु',
    'बेंगलुरू',
    'बंगलुरु',
    'बैंगलोर',
    'बंगलौर',
  ],
  Bharuch: ['Broach', 'भरूच'],
  Bhopal: ['भोपाल'],
  Bhubaneswar: ['Bhubaneshwar', 'भुवनेश्वर'],
  Chandigarh: ['चंडीगढ़'],
  Chennai: ['Madras', 'चेन्नई', 'मद्रास'],
  'Chhatrapati Sambhajinagar': ['Aurangabad', 'Sambhajinagar', 'छत्रपति संभाजीनगर', 'संभाजीनगर', 'औरंगाबाद'],
  Chikkamagaluru: ['Chikmagalur', 'Chickmagalur'],
  Coimbatore: ['Kovai', 'कोयंबटूर', 'कोयम्बटूर'],
  Davanagere: ['Davangere', 'दावणगेरे'],
  Dehradun: ['देहरादून'],
  Delhi: ['New Delhi', 'Dilli', 'Delhi NCR', 'Dehli', 'दिल्ली', 'नई दिल्ली'],
  Dhanbad: ['धनबाद'],
  Dharashiv: ['Osmanabad', 'धाराशिव', 'उस्मानाबाद'],
  Faridabad: ['फरीदाबाद'],
  Ghaziabad: ['गाजियाबाद', 'ग़ाज़ियाबाद'],
  'Greater Noida': ['Gr Noida', 'ग्रेटर नोएडा'],
  Gurugram: ['Gurgaon', 'Gurgoan', 'गुरुग्राम', 'गुड़गांव', 'गुड़गाँव'],
  Guwahati: ['Gauhati', 'गुवाहाटी'],
  Gwalior: ['ग्वालियर'],
  Hubballi: ['Hubli', 'हुबली', 'हुब्बल्ली'],
  Hyderabad: ['Haidarabad', 'हैदराबाद'],
  Indore: ['इंदौर', 'इन्दौर'],
  Jabalpur: ['Jubbulpore', 'जबलपुर'],
  Jaipur: ['जयपुर'],
  Jalandhar: ['Jullundur', 'जालंधर'],
  Jamshedpur: ['जमशेदपुर'],
  Jodhpur: ['जोधपुर'],
  Kadapa: ['Cuddapah'],
  Kalaburagi: ['Gulbarga', 'कलबुर्गी', 'गुलबर्गा'],
  Kannur: ['Cannanore', 'कन्नूर'],
  Kanpur: ['Cawnpore', 'कानपुर'],
  Kochi: ['Cochin', 'कोच्चि', 'कोचीन'],
  Kolkata: ['Calcutta', 'Kolkatta', 'कोलकाता', 'कलकत्ता'],
  Kollam: ['Quilon', 'कोल्लम'],
  Kota: ['कोटा'],
  Kozhikode: ['Calicut', 'कोझिकोड', 'कोझीकोड', 'कालीकट'],
  Lucknow: ['लखनऊ'],
  Ludhiana: ['लुधियाना'],
  Madurai: ['मदुरै'],
  Mangaluru: ['Mangalore', 'मंगलुरु', 'मंगलूर', 'मैंगलोर'],
  Meerut: ['मेरठ'],
  Mohali: ['SAS Nagar', 'Sahibzada Ajit Singh Nagar', 'मोहाली'],
  Moradabad: ['मुरादाबाद'],
  Mumbai: ['Bombay', 'मुंबई', 'मुम्बई', 'बंबई', 'बम्बई'],
  Mysuru: ['Mysore', 'मैसूरु', 'मैसूर'],
  Nagpur: ['नागपुर'],
  Nashik: ['Nasik', 'नाशिक', 'नासिक'],
  'Navi Mumbai': ['New Bombay', 'New Mumbai', 'नवी मुंबई'],
  Noida: ['नोएडा'],
  Palakkad: ['Palghat', 'पलक्कड़'],
  Panaji: ['Panjim', 'पणजी'],
  Patna: ['पटना'],
  Prayagraj: ['Allahabad', 'प्रयागराज', 'इलाहाबाद'],
  Puducherry: ['Pondicherry', 'Pondy', 'पुडुचेरी', 'पांडिचेरी'],
  Pune: ['Poona', 'पुणे', 'पूना'],
  Raipur: ['रायपुर'],
  Rajamahendravaram: ['Rajahmundry', 'राजमुंदरी'],
  Rajkot: ['राजकोट'],
  Ranchi: ['रांची'],
  Shimla: ['Simla', 'शिमला'],
  Shivamogga: ['Shimoga', 'शिवमोगा'],
  Solapur: ['सोलापुर'],
  Sonipat: ['Sonepat', 'सोनीपत'],
  Srinagar: ['श्रीनगर'],
  Surat: ['सूरत'],
  Thane: ['Thana', 'ठाणे', 'थाने'],
  Thanjavur: ['Tanjore', 'तंजावुर'],
  Thiruvananthapuram: ['Trivandrum', 'तिरुवनंतपुरम', 'त्रिवेंद्रम'],
  Thoothukudi: ['Tuticorin', 'तूतीकोरिन'],
  Thrissur: ['Trichur', 'त्रिशूर'],
  Tiruchirappalli: ['Trichy', 'Tiruchi', 'Trichinopoly', 'तिरुचिरापल्ली'],
  Tirunelveli: ['Tinnevelly', 'तिरुनेलवेली'],
  Tumakuru: ['Tumkur', 'तुमकुरु'],
  Udaipur: ['उदयपुर'],
  Udhagamandalam: ['Ooty', 'Ootacamund', 'ऊटी'],
  Ujjain: ['उज्जैन'],
  Vadodara: ['Baroda', 'वडोदरा', 'बड़ौदा'],
  Varanasi: ['Benares', 'Banaras', 'Kashi', 'वाराणसी', 'बनारस', 'काशी'],
  Vijayapura: ['Bijapur', 'विजयपुरा', 'बीजापुर'],
  Vijayawada: ['Bezawada', 'विजयवाड़ा'],
  Visakhapatnam: ['Vizag', 'Vishakhapatnam', 'Vishakapatnam', 'विशाखापत्तनम', 'विशाखापट्टनम'],
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
