import { each } from '../../decoder/each.ts'
import { defineFunctions, type Functions } from '../../decoder/protocol.ts'
import { swapAt } from '../swapFunctions.ts'

const trade = swapAt({ tokenIn: 0, amountIn: 1, tokenOut: 2, recipient: 3 })

/** KyberNetwork (2018-2022). The least amount is a rate that needs the tokens' decimals, so it stays unknown. */
export const legacyFunctions: Functions = defineFunctions({
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
