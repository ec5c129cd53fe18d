import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt } from '../swaps/swapFunctions.ts'

const trade = swapAt({ tokenIn: 0, amountIn: 1, tokenOut: 2, recipient: 3 })

/** KyberNetwork (2018-2022). The minimum output is a rate that depends on the tokens' decimals, so it is unknown. */
const functions = defineFunctions({
  ...each(
    trade,
    'trade(address,uint256,address,address,uint256,uint256,address)',
    'tradeWithHint(address,uint256,address,address,uint256,uint256,address,bytes)',
    'tradeWithHintAndFee(address,uint256,address,address,uint256,uint256,address,uint256,bytes)',
    'trade(address,uint256,address,address,uint256,uint256,bool)',
  ),
  'swapTokenToToken(address,uint256,address,uint256)': swapAt({ tokenIn: 0, amountIn: 1, tokenOut: 2 }),
  'swapEtherToToken(address,uint256)': swapAt({ tokenIn: 'native', tokenOut: 0 }),
  'swapTokenToEther(address,uint256,uint256)': swapAt({ tokenIn: 0, amountIn: 1, tokenOut: 'native' }),
})

export const kyberNetwork = defineProtocol({
  id: 'kyberswap',
  name: 'KyberNetwork',
  source: 'https://github.com/KyberNetwork/smart-contracts',
  contracts: [
    {
      name: 'KyberNetworkProxy',
      addresses: {
        ethereum: [
          '0x9aab3f75489902f3a48495025729a0af77d4b11e',
          '0x818e6fecd516ecc3849daf6845e3ec868087b755',
          '0x964f35fae36d75b1e72770e244f6595b68508cf5',
          '0x7c66550c9c730b6fdd4c03bc2e73c5462c5f7acc',
        ],
      },
      functions,
    },
  ],
  atAnyAddress: functions,
})
