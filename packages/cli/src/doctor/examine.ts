import type { Endpoint } from '@outrigger/core/internal'
import type { Check, Diagnosis, Finding } from './finding.ts'
import { NoAnswerError } from './question.ts'

/**
 * Runs the checks of an endpoint one after the other. Stops if the first gets no answer, because the others would get
 * none either.
 */
export async function examine<context extends { readonly endpoint: Endpoint }>(
  checks: readonly Check<context>[],
  context: context,
): Promise<Diagnosis> {
  const findings: Finding[] = []
  for (const check of checks) {
    const finding = await runCheck(check, context)
    findings.push(finding)
    if (findings.length === 1 && finding.verdict === 'fail') break
  }
  return toDiagnosis(context.endpoint, findings)
}

export function toDiagnosis({ name, displayUrl }: Endpoint, findings: readonly Finding[]): Diagnosis {
  return { name, url: displayUrl, usable: findings.every(({ verdict }) => verdict !== 'fail'), findings }
}

async function runCheck<context>(check: Check<context>, context: context): Promise<Finding> {
  const { name, otherwise = 'warn', advice } = check
  try {
    return { check: name, ...(await check.run(context)) }
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error
    return {
      check: name,
      verdict: otherwise,
      detail: error.unsupported && otherwise === 'warn' ? 'no' : error.message,
      advice: advice ?? error.advice,
    }
  }
}
