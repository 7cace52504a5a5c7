import { expect, it } from 'vitest'
import { refuseReserved } from './reserved-names.ts'

const isReserved = (name: string, site = 'Aangan') => {
  try {
    refuseReserved(name, site)
    return false
  } catch {
    return true
  }
}

it.each([
  ...[
    'Aangan',
    'AANGAN-1',
    'aangan.team',
    'The.Aangan',
    'A.angan',
    'www.aangan.example',
    '4angan',
    'a4ng4n',
    'xaanganx',
  ],
  ...['support', 'Support_Team', 'SupportTeam', 'Customer.Care', 'Admin1', 'adm1n', 'Ad-min', '0fficial', '5upport'],
  ...['aangan-help', 'Aangan_Support', 'aan9an', 'aanqan.in', 'adrnin', 'he1p.desk', '5upp0rt', 'Admins', 'vvebmaster'],
  ...['Verified-Seller', 'tearn', 'postmaster', 'support-24x7', 'h3lpline'],
  ...['aclmin', 'adnnin', 'ad-r.nin', 'o.f.f.i.c.i.a.l', 'superadmin', 'SysAdmin', 'help-centre', 'SupportDesk'],
  ...['Grievance.Officer', 'nodal-officer', 'Trust_Safety', 'privacy', 'mailer-daemon', 'Unknown.Member', 'c0ntact'],
  ...['aangan-news', 'AanganNotices', 'adminnodal', 'AdrninNotifications'],
  ...['Deleted.user', 'imported', 'no.reply', 'ravi.official', 'help_desk', 'BILLING-IN', 'teaml.support'],
])('%s reads like the site’s own', (name) => {
  expect(isReserved(name)).toBe(true)
})

it.each([
  ...['Aarav.Kulkarni', 'careless', 'Rootvik', 'teamster', 'nina.carey', 'asha_1994', 'angan', 'helpful1', 'Lila.Ali'],
  ...['Trust.Realty', 'pune-services', 'legal.eagle', 'Anna.Clark', 'Agent.Sharma', 'siteshwar', 'salesh'],
  ...['Iqbal.Khan', 'arnav', 'Barnali', 'Savvy', 'verify.me', 'q9homes', 'agent.2', 'member22'],
])('%s does not', (name) => {
  expect(isReserved(name)).toBe(false)
})

it('a short name of the site is reserved at the start only, and the folding concerns it as well', () => {
  expect([isReserved('go.homes', 'Go'), isReserved('gopal', 'Go'), isReserved('margo', 'Go')]).toEqual([
    true,
    true,
    false,
  ])
  expect(isReserved('my.1ndia.h0mes', 'India Homes')).toBe(true)
  expect(['annapurna.news', 'arnapuma'].every((name) => isReserved(name, 'Annapurna'))).toBe(true)
  expect(isReserved('asha', 'आंगन')).toBe(false)
})
