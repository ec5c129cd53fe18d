import { type Address, concatHex, encodeAbiParameters, type Hex, parseAbiParameters, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { createDecoder } from '../decoder/decoder.ts'
import { encode } from '../fixtures/encode.ts'
import { protocols } from '../registry.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const [account, stranger] = [`0x${'22'.repeat(20)}`, `0x${'77'.repeat(20)}`] as const
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const batch = (to: Address) =>
  encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [
    [{ to, value: 5n, data: '0x' }],
  ])

const forms: [name: string, encode: (to: Address) => Hex][] = [
  ['ERC-7821', (to) => encode('execute(bytes32,bytes)', concatHex(['0x01', `0x${'00'.repeat(31)}`]), batch(to))],
  [
    'Calibur',
    (to) => encode('execute(((address a,uint256 b,bytes c)[] d,bool e))', { d: [{ a: to, b: 5n, c: '0x' }], e: true }),
  ],
]

describe.each(forms)('a call in a batch of %s', (_, wrap) => {
  const receiver = (to: Address) =>
    decoder
      .decode({ from: stranger, to: account, input: wrap(to) })
      .actions.map((action) => action.kind === 'transfer' && action.to)

  it('goes to the account if its target is zero', () => expect(receiver(zeroAddress)).toEqual([account]))
  it('goes to 0xeeee… if that is its target', () => expect(receiver(native)).toEqual([native]))
})
