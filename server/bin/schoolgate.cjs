#!/usr/bin/env node
'use strict';

require('../../kit/launch.cjs').launch('schoolgate', 'dist/server/main.js');
