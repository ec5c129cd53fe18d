import { expect, it } from 'vitest'
import { createPriceReader } from './priceReader.ts'
import type { Price, Token } from './prices.ts'

const tokens = ['0xa', '0xb'].map((address) => ({ address }) as Token)

/** Reads twice and returns the tokens of the second requests. `failing` have no price. */
async function readTwice(failing: readonly string[]) {
  const read = createPriceReader()
  let asked: string[] = []
  const ask = async ({ address }: Token) => {
    asked.push(address)
    if (failing.includes(address)) throw new TypeError('no price')
    return { price_usd: 1 } as Price
  }
  await read(tokens, ask)
  asked = []
  const again = await read(tokens, ask)
  return { asked, unpriced: again.filter(({ price }) => price === undefined).map(({ token }) => token.address) }
}

it('does not request a token without a price again at once', async () => {
  expect(await readTwice(['0xb'])).toEqual({ asked: ['0xa'], unpriced: ['0xb'] })
})

it('requests all tokens again after a failure of the chain', async () => {
  expect(await readTwice(['0xa', '0xb'])).toEqual({ asked: ['0xa', '0xb'], unpriced: ['0xa', '0xb'] })
})
