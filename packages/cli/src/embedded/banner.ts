import { getLineWidth } from '../output/lineWidth.ts'
import { toTable } from '../output/table.ts'
import { wrap } from '../output/text.ts'
import type { Embedded } from './embedded.ts'

type Account = Embedded['accounts'][number]
export type BannerParts = Pick<
  Embedded,
  'chains' | 'providers' | 'accounts' | 'contracts' | 'mnemonic' | 'controlUrl' | 'proxies'
>

/** Returns the addresses and keys of embedded chains, which stay above the live view. */
export function toBannerLines(parts: BannerParts, yours: number, width = getLineWidth()): readonly string[] {
  const { chains, providers, accounts, contracts, mnemonic } = parts
  const of = (role: string) => accounts.filter((account) => account.role === role)
  const borrowers = accounts.filter(({ role }) => role.startsWith('borrower '))
  const lenders = [...new Set(borrowers.map(({ role }) => role))]
  return [
    ...toTable(
      ['chain', 'id', 'rpc', 'websocket'].map((title) => ({ title })),
      chains.map(({ name, chainId, rpcUrl, wsUrl }) => [name, String(chainId), rpcUrl, wsUrl]),
      width,
    ),
    '',
    'The same chains behind endpoints that you can break:',
    ...Object.entries(providers.chains).map(([name, chain]) => `  --rpc ${name}=${chain.endpoints.join(',')}`),
    `  --beacon ${providers.beacon.endpoints.join(',')}`,
    ...toBreakLines(parts),
    '',
    'Accounts of the mnemonic',
    `  ${mnemonic}`,
    ...wrap(
      'These keys are public: never send anything of value to them. Each account has ether on every chain.',
      width,
    ),
    '',
    'Yours, with every token, and not used by the traffic',
    ...of('yours').slice(0, yours).flatMap(toKeyLines),
    'Owner of the contracts and price feeds',
    ...of('owner').flatMap(toKeyLines),
    ...(contracts.length === 0
      ? []
      : [
          ...wrap('Borrowers on ethereum: of ten at each lender, the one closest to liquidation', width),
          ...lenders.flatMap((role) => {
            const [first] = borrowers.filter((account) => account.role === role)
            return first === undefined ? [] : toNamedLines(role.replace('borrower ', ''), first.address, width)
          }),
          '',
          'Contracts on ethereum, at their mainnet addresses',
          ...contracts.flatMap(({ name, address }) => toNamedLines(name, address, width)),
        ]),
    '',
    ...toFallLines(parts),
  ]
}

const toKeyLines = ({ index, address, privateKey }: Account): readonly string[] => [
  `  (${index}) ${address}`,
  `       ${privateKey}`,
]

/** Prints the whole address, below its name if the line is too short, so that it can be copied. */
function toNamedLines(name: string, address: string, width: number): readonly string[] {
  const line = `  ${name.padEnd(23)}  ${address}`
  return line.length <= width ? [line] : [`  ${name}`, `    ${address}`]
}

/** Returns how to cause liquidations, if the ethereum chain runs. */
export function toFallLines({ chains, controlUrl }: Pick<Embedded, 'chains' | 'controlUrl'>): readonly string[] {
  if (!chains.some(({ name }) => name === 'ethereum')) return []
  return [
    `Let ether fall 10 %: curl -X PUT ${withoutScheme(controlUrl)}/ether -d '{"change":-0.1}'`,
    `Restore the price: the same with '{"change":0}'.`,
  ]
}

// Because stderr shows no more than the origin of a URL.
const withoutScheme = (url: string) => url.replace('http://', '')

/** Returns the commands that break and repair a provider. */
export function toBreakLines({ controlUrl, proxies }: Pick<Embedded, 'controlUrl' | 'proxies'>): readonly string[] {
  const control = withoutScheme(controlUrl)
  const isChain = (name: string) => !name.startsWith('beacon')
  const first = proxies.find((name) => name.startsWith('ethereum')) ?? proxies.find(isChain) ?? ''
  return [
    `Break one: curl -X PUT ${control}/${first.replace(/backup$/, 'primary')} -d '{"kind":"hang"}'`,
    `Mend it: the same with '{"kind":"none"}'. More: curl ${control}`,
  ]
}
