/*
 * What a Python file declares: classes, their integer members, functions with their parameters.
 *
 * Read from it are stub files and the modules that define enums. Both are Python, so they share
 * this grammar; statements that declare nothing are only passed over. INDENT and DEDENT are not
 * made by the lexer but by the token source between it and the parser, which also drops the line
 * ends that do not end a statement.
 */
grammar PythonDeclarations;

tokens { INDENT, DEDENT }

file: (statement | NEWLINE)* EOF;

statement
    : decorator* (classDefinition | functionDefinition)
    | compoundStatement
    | line
    ;

decorator: '@' balanced+ NEWLINE;

classDefinition: 'class' NAME typeParameters? ('(' bases? ')')? ':' suite;

bases: base (',' base)* ','?;

base: (NAME '=')? expression;

functionDefinition
    : 'async'? 'def' NAME typeParameters? '(' parameters? ')' ('->' expression)? ':' suite
    ;

typeParameters: '[' inner* ']';

parameters: parameter (',' parameter)* ','?;

parameter
    : '/'
    | '*'
    | stars=('*' | '**') NAME (':' '*'? annotation=expression)?
    | NAME (':' annotation=expression)? ('=' value=expression)?
    ;

suite: line | block;

/** A condition, a loop and the like, of which only the block matters. */
compoundStatement: (balanced | ',' | '=' | ':')+ ':' block;

block: NEWLINE INDENT (statement | NEWLINE)+ DEDENT;

line: small (';' small)* ';'? NEWLINE;

small
    : member
    | STRING+
    | (balanced | ',' | '=' | ':')+
    ;

member: NAME (':' annotation=expression)? ('=' (number | value=expression))?;

/** A whole number that needs nothing but what the class has declared so far. */
number
    : NUMBER                                        # literal
    | '(' number ')'                                # parenthesized
    | op=('-' | '~') number                         # unary
    | number '*' number                             # product
    | number op=('+' | '-') number                  # sum
    | number op=('<<' | '>>') number                # shift
    | number '&' number                             # and
    | number '|' number                             # or
    | ('enum' '.')? 'auto' '(' ')'                  # next
    | NAME                                          # earlier
    ;

expression: balanced+;

balanced
    : '(' inner* ')'
    | '[' inner* ']'
    | '{' inner* '}'
    | NAME | NUMBER | STRING | OPERATOR
    | 'auto' | 'enum' | 'if' | 'else' | 'for' | 'async'
    | '-' | '~' | '*' | '**' | '+' | '<<' | '>>' | '&' | '|' | '.' | '/' | '@' | '->'
    ;

inner: balanced | ',' | '=' | ':' | ';' | 'class' | 'def';

NAME: [\p{L}_] [\p{L}\p{Nd}_]*;

NUMBER
    : '0' [xX] [0-9a-fA-F_]+
    | '0' [bB] [01_]+
    | '0' [oO] [0-7_]+
    | [0-9] [0-9_]* ('.' [0-9_]*)? ([eE] [+-]? [0-9]+)? [jJ]?
    | '.' [0-9]+ ([eE] [+-]? [0-9]+)?
    ;

STRING
    : PREFIX? ('"""' (ESCAPE | ~'\\')*? '"""' | '\'\'\'' (ESCAPE | ~'\\')*? '\'\'\'')
    | PREFIX? ('"' (ESCAPE | ~["\\\r\n])* '"' | '\'' (ESCAPE | ~['\\\r\n])* '\'')
    ;

fragment PREFIX: [rRbBuUfF] [rRbBfF]?;
fragment ESCAPE: '\\' .;

OPERATOR
    : '...' | '==' | '!=' | '<=' | '>=' | ':=' | '+=' | '-=' | '*=' | '/=' | '|=' | '&=' | '//'
    | [<>%^!]
    ;

COMMENT: '#' ~[\r\n]* -> skip;
JOINED: '\\' '\r'? '\n' -> skip;
SPACE: [ \t\f\uFEFF]+ -> skip;

/** A line's end with the indentation of the next line. */
NEWLINE: '\r'? '\n' [ \t]*;
