@echo off
rem The command line of IRON on Windows. It was written without a Windows machine at hand and has
rem never been run there; the launcher "iron" is the one that is tested. It needs Maven on the path
rem and JAVA_HOME at a JDK 25. It builds when nothing is built yet; after a change of the sources run
rem "mvn -q -DskipTests package" yourself. IRON_OPTS holds more options for java.
setlocal
set "ROOT=%~dp0"
if not exist "%JAVA_HOME%\bin\java.exe" (
  echo iron: JAVA_HOME does not point to a JDK; install a JDK 25 and set it 1>&2
  exit /b 1
)
if not exist "%ROOT%iron-lab\target\lib" (
  echo iron: building, once 1>&2
  pushd "%ROOT%"
  call mvn -q -B -ntp -Dmaven.test.skip=true -pl iron-lab -am package || (popd & exit /b 1)
  popd
)
for %%J in ("%ROOT%iron-lab\target\iron-lab-*.jar") do set "LAB=%%~fJ"
"%JAVA_HOME%\bin\java" --add-modules=jdk.incubator.vector --enable-native-access=ALL-UNNAMED %IRON_OPTS% -cp "%LAB%;%ROOT%iron-lab\target\lib\*" org.ironopt.lab.cli.Main %*
exit /b %ERRORLEVEL%
