import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { fillGiving, swapAt } from './swapFunctions.ts'

/** (pool, externalAccount, trader, effectiveTrader, base, quote, effectiveBaseAmount, baseAmount, quoteAmount, …) */
function tradeQuote(call: Call): void {
  const quote = call.tuple(0)
  call.swap({
    tokenIn: quote.address(4),
    tokenOut: quote.address(5),
    ...fillGiving(quote.uint(6), { making: quote.uint(8), taking: quote.uint(7) }),
    recipient: quote.address(2),
  })
}

const quote = '(address,address,address,address,address,address,uint256,uint256,uint256,uint256,uint256,bytes32,bytes)'

export const hashflow = defineProtocol({
  id: 'hashflow',
  name: 'Hashflow',
  source: 'https://docs.hashflow.com/hashflow/taker/getting-started-api-v3',
  contracts: [
    {
      name: 'Router of 2021',
      addresses: { ethereum: ['0xa18607ca4a3804cc3cd5730eafefcc47a7641643'] },
      // (pool, account, base, quote, effectiveBaseAmount, baseAmount, quoteAmount, …); its name is not published.
      functions: defineFunctions({
        '0xba93c39c': swapAt({ tokenIn: 2, tokenOut: 3, amountIn: 4, amountOut: 6, recipient: 1 }),
      }),
    },
  ],
  atAnyAddress: defineFunctions(each(tradeQuote, `tradeRFQT(${quote})`, `tradeSingleHop(${quote})`)),
})

/** (expiry, taker, maker, nonce, takerToken, makerToken, takerAmount, makerAmount, receiver, commands, flags) */
const single = '(uint256,address,address,uint256,address,address,uint256,uint256,address,uint256,uint256)'
const swapSingle = (call: Call): void => {
  const filled = call.uint(12)
  call.swap({
    tokenIn: call.address(4),
    tokenOut: call.address(5),
    ...fillGiving(filled === 0n ? call.uint(6) : filled, { making: call.uint(7), taking: call.uint(6) }),
    recipient: call.address(8),
  })
}

export const bebop = defineProtocol({
  id: 'bebop',
  name: 'Bebop',
  source: 'https://docs.bebop.xyz/bebop/bebop-api-pmm-rfq/smart-contracts',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      swapSingle,
      `swapSingle(${single},(bytes,uint256),uint256)`,
      `swapSingleFromContract(${single},(bytes,uint256),uint256)`,
    ),
  }),
})

const party = '(bytes4,address,address,uint256,uint256)'
const signed = 'uint256,uint256,address,address,uint256,address,uint256,uint8,bytes32,bytes32'

/** AirSwap, where the sender exchanges its token for the signer's token. */
export const airswap = defineProtocol({
  id: 'airswap',
  name: 'AirSwap',
  source: 'https://about.airswap.io/technology/deployments',
  contracts: [],
  atAnyAddress: defineFunctions({
    // 2018: (maker, makerAmount, makerToken, taker, takerAmount, takerToken, …)
    'fill(address,uint256,address,address,uint256,address,uint256,uint256,uint8,bytes32,bytes32)': swapAt({
      amountOut: 1,
      tokenOut: 2,
      amountIn: 4,
      tokenIn: 5,
    }),
    [`swap((uint256,uint256,${party},${party},${party},(address,address,bytes1,uint8,bytes32,bytes32)))`]: swapAt({
      tokenOut: 4,
      amountOut: 5,
      tokenIn: 9,
      amountIn: 10,
    }),
    ...each(
      swapAt({ tokenOut: 3, amountOut: 4, tokenIn: 5, amountIn: 6 }),
      `light(${signed})`,
      `swap(${signed})`,
      `swapLight(${signed})`,
    ),
    ...each(
      swapAt({ recipient: 0, tokenOut: 4, amountOut: 5, tokenIn: 6, amountIn: 7 }),
      'swap(address,uint256,uint256,address,address,uint256,address,uint256,uint8,bytes32,bytes32)',
    ),
  }),
})

/** Clipper, whose pool accepts a quote that it has signed itself. */
const quoteSignature = '(uint8,bytes32,bytes32)'
export const clipper = defineProtocol({
  id: 'clipper',
  name: 'Clipper',
  source: 'https://docs.clipper.exchange',
  contracts: [],
  atAnyAddress: defineFunctions({
    [`swap(address,address,uint256,uint256,uint256,address,${quoteSignature},bytes)`]: swapAt({
      tokenIn: 0,
      tokenOut: 1,
      amountIn: 2,
      amountOut: 3,
      recipient: 5,
    }),
    [`sellEthForToken(address,uint256,uint256,uint256,address,${quoteSignature},bytes)`]: swapAt({
      tokenIn: 'native',
      tokenOut: 0,
      amountIn: 1,
      amountOut: 2,
      recipient: 4,
    }),
    [`sellTokenForEth(address,uint256,uint256,uint256,address,${quoteSignature},bytes)`]: swapAt({
      tokenIn: 0,
      tokenOut: 'native',
      amountIn: 1,
      amountOut: 2,
      recipient: 4,
    }),
  }),
})
