import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { hydrated } from './support/arrival.ts';
import { Member, person } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { expect, heading, test } from './support/test.ts';
